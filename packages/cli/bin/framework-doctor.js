#!/usr/bin/env node
import "../dist/commands/doctor.js";
