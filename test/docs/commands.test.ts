/** Every command on the pages about commands and in the README runs, and every file on them is valid. */
import { pages } from "./blocks.js";
import { tryPages } from "./try-pages.js";

tryPages(pages.filter((page) => /^(?:README|docs\/commands\/)/.test(page)));
