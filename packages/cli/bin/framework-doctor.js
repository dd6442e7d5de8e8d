#!/usr/bin/env node
import "../dist/commands/framework-doctor.js";
