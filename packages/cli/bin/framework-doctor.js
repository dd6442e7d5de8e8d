#!/usr/bin/env node
import "../dist/doctor.js";
