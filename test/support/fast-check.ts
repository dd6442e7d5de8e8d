/**
 * fast-check as every suite gets it (vitest.config.ts puts it in its place): one seed, so that a run judges the change
 * and not the dice. `npm run fuzz` throws new ones, and `FUZZ_SEED` repeats one of them.
 */
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env["FUZZ_SEED"] ?? 20_260_101) });

export * from "fast-check";
export default fc;
