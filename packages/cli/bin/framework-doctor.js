#!/usr/bin/env -S node --
import "../dist/commands/framework-doctor.js";
