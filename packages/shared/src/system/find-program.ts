/** Programs by name. */
import { access, constants, realpath, stat } from "node:fs/promises";
import path from "node:path";

export interface FindOptions {
  env: Readonly<Record<string, string | undefined>>;
  /** Nothing from inside this folder counts: its content may come from anybody. */
  outside?: string;
  platform?: NodeJS.Platform;
}

/** The file that would be started under this name, or undefined. Only absolute folders of the path count. */
export async function findProgram(name: string, options: FindOptions): Promise<string | undefined> {
  const { env, outside, platform = process.platform } = options;
  const endings = platform === "win32" ? (env["PATHEXT"] ?? ".EXE;.CMD;.BAT;.COM").split(";") : [""];
  const shut = outside === undefined ? undefined : await realpath(outside).catch(() => outside);
  for (const folder of (env["PATH"] ?? env["Path"] ?? "").split(path.delimiter)) {
    if (!path.isAbsolute(folder)) continue;
    for (const ending of endings) {
      const file = path.join(folder, `${name}${ending}`);
      if (!(await isProgram(file))) continue;
      const real = await realpath(file).catch(() => file);
      if (shut !== undefined && [file, real].some((place) => isInside(place, shut))) continue;
      return file;
    }
  }
  return undefined;
}

const isInside = (file: string, folder: string): boolean => {
  const relative = path.relative(folder, file);
  return relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
};

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
