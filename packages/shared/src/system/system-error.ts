/** The operating system's code of an error: `ENOENT`; undefined for other errors. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Why the operating system refused, in words. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  return code === undefined ? String(error) : (reasons[code] ?? code);
}

const reasons: Record<string, string> = {
  EACCES: "permission denied",
  EISDIR: "it is a folder",
  ENOENT: "no such file",
  ENOSPC: "no space left on the disk",
  ENOTDIR: "a part of its path is no folder",
  EPERM: "not permitted",
  EROFS: "the disk is read-only",
};
