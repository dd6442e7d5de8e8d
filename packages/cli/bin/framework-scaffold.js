#!/usr/bin/env -S node --
import "../dist/program/scaffold.js";
