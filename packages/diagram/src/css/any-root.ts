/** The name by which style sheets may call the root of every picture. */

/** Stands for the name of the root, which differs from picture to picture, so that the same sheet can be kept for all. */
export const ANY_ROOT = "any-root-0";
