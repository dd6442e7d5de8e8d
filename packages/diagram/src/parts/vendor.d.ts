/** What the build writes into dist/vendor and a module imports. */
declare module "*/vendor/embedded.js" {
  export const digest: string;
  export const files: readonly (readonly [file: string, length: number])[];
  export const archive: string;
}
