#!/usr/bin/env node
import "../dist/scaffold.js";
