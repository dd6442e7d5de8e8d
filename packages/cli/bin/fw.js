#!/usr/bin/env -S node --
import "../dist/program/fw.js";
