#!/usr/bin/env node
import { authCommand } from "../dist/commands/auth.js";

await authCommand("gateway");
