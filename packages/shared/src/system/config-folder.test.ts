import { expect, test } from "vitest";
import { userConfigFolder } from "./config-folder.js";

test.each([
  ["linux", {}, "/home/me/.config/fw"],
  ["linux", { HOME: "/home/you" }, "/home/you/.config/fw"],
  ["linux", { XDG_CONFIG_HOME: "/xdg" }, "/xdg/fw"],
  ["linux", { XDG_CONFIG_HOME: "relative" }, "/home/me/.config/fw"],
  ["linux", { XDG_CONFIG_HOME: "" }, "/home/me/.config/fw"],
  ["darwin", {}, "/home/me/Library/Application Support/fw"],
  ["win32", { APPDATA: "C:\\Users\\me\\Roaming" }, "C:\\Users\\me\\Roaming\\fw"],
  ["win32", {}, "\\home\\me\\AppData\\Roaming\\fw"],
] as const)("%s with %j", (platform, env, folder) => {
  expect(userConfigFolder(env, platform, "/home/me")).toBe(folder);
});
