/** The addresses of an emulator, in as few words as they need. */
import type { RouteKind } from "../http/router.js";
import { answerChat, type ChatService } from "./answer-chat.js";
import type { Emulator } from "./emulator.js";

type EmulatorRoute = Emulator["routes"][number];

type MakeRoute = (path: string, kind: RouteKind, handle: EmulatorRoute["handle"]) => EmulatorRoute;

const routeOf =
  (method: string): MakeRoute =>
  (path, kind, handle) => ({ method, path, kind, handle });

/** An address that is read. */
export const get: MakeRoute = routeOf("GET");

/** An address that something is sent to. */
export const post: MakeRoute = routeOf("POST");

/** The address of the chat. */
export const chat = (path: string, service: ChatService): EmulatorRoute =>
  post(path, "chat", (exchange, _parameters, { fault }) => answerChat(exchange, service, fault));
