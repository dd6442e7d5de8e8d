#!/usr/bin/env -S node --
import { newest } from "./newest.js";

const { authCommand } = await newest("auth");
await authCommand("gateway");
