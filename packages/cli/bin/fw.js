#!/usr/bin/env node
import "../dist/fw.js";
