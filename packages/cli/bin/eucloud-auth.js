#!/usr/bin/env -S node --
import { authCommand } from "../dist/program/auth.js";

await authCommand("eucloud");
