#!/usr/bin/env -S node --
import "../dist/program/framework-doctor.js";
