import { expect, test } from "vitest";
import { userFolder } from "./user-folder.js";

test.each([
  ["linux", {}, "/home/me/.config/fw"],
  ["linux", { HOME: "/home/you" }, "/home/you/.config/fw"],
  ["linux", { XDG_CONFIG_HOME: "/xdg" }, "/xdg/fw"],
  ["linux", { XDG_CONFIG_HOME: "relative" }, "/home/me/.config/fw"],
  ["linux", { XDG_CONFIG_HOME: "" }, "/home/me/.config/fw"],
  ["darwin", {}, "/home/me/Library/Application Support/fw"],
  ["win32", { APPDATA: "C:\\Users\\me\\Roaming" }, "C:\\Users\\me\\Roaming\\fw"],
  ["win32", {}, "\\home\\me\\AppData\\Roaming\\fw"],
  ["win32", { APPDATA: "Roaming" }, "\\home\\me\\AppData\\Roaming\\fw"],
] as const)("configuration on %s with %j", (platform, env, folder) => {
  expect(userFolder("config", env, platform, "/home/me")).toBe(folder);
});

test.each([
  ["cache", "linux", {}, "/home/me/.cache/fw"],
  ["cache", "linux", { XDG_CACHE_HOME: "relative" }, "/home/me/.cache/fw"],
  ["cache", "darwin", {}, "/home/me/Library/Caches/fw"],
  ["cache", "win32", { LOCALAPPDATA: "C:\\Local" }, "C:\\Local\\fw"],
  ["state", "linux", { HOME: "/home/you" }, "/home/you/.local/state/fw"],
  ["state", "linux", { XDG_STATE_HOME: "/xdg" }, "/xdg/fw"],
  ["state", "darwin", {}, "/home/me/Library/Application Support/fw"],
  ["state", "win32", {}, "\\home\\me\\AppData\\Local\\fw"],
] as const)("%s on %s with %j", (purpose, platform, env, folder) => {
  expect(userFolder(purpose, env, platform, "/home/me")).toBe(folder);
});
