/** Selectors. */
import { expect, it } from "vitest";
import { createHtmlDocument } from "./document.js";

const document = createHtmlDocument();
const body = document.body;
if (body)
  body.innerHTML =
    '<div id="a" class="node big"><p class="first">x</p><p data-kind="note">y</p><span></span></div><div class="node"></div>';

it.each([
  ["#a", 1],
  [".node", 2],
  [".node.big", 1],
  ["div > p", 2],
  ["p + p", 1],
  ["p ~ span", 1],
  ["div p.first", 1],
  ['[data-kind="note"]', 1],
  ["[data-kind^=no]", 1],
  ["p:first-child", 1],
  ["p:nth-child(2n)", 1],
  ["p:not(.first)", 1],
  [":is(span, .big)", 2],
  ["span:empty", 1],
  ["p, span", 3],
  ["p::before", 0],
  ["p:hover", 0],
  ["p!", 0],
])("%s matches %i", (selector, count) => {
  expect(document.querySelectorAll(selector)).toHaveLength(count);
});
