#!/usr/bin/env node
import "../dist/commands/fw.js";
