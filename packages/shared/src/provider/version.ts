/** The version of this package, as servers see it in their logs. */
export const VERSION = "0.1.0";
