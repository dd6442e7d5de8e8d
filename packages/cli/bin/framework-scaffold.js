#!/usr/bin/env -S node --
import "../dist/commands/scaffold.js";
