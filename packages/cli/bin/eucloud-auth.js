#!/usr/bin/env -S node --
import { authCommand } from "../dist/commands/auth.js";

await authCommand("eucloud");
