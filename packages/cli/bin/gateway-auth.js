#!/usr/bin/env node
import { authCommand } from "../dist/auth.js";

await authCommand("gateway");
