#!/usr/bin/env node
import "../dist/commands/scaffold.js";
