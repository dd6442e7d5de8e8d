#!/usr/bin/env -S node --
import { newest } from "./newest.js";

await newest("scaffold");
