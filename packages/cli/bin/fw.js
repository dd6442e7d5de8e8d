#!/usr/bin/env -S node --
import "../dist/commands/fw.js";
