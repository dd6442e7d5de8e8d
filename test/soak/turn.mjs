// One turn of a session in one of the ways a program would take it, with the outcome by name.
import { FrameworkError } from "../../packages/shared/dist/index.js";

/** Far beyond every clock the client has. */
const HANG_MS = 30_000;

const ways = {
  async send(session, { signal }) {
    const turn = await session.sendMessage("Tell me about the sea.", { retries: 0, signal });
    return turn.finishReason;
  },
  async retry(session, { signal }) {
    const options = { retries: 1, deadlineMs: 300, signal };
    return (await session.sendMessage("Tell me about the sea.", options)).finishReason;
  },
  async abort(session) {
    const abort = new AbortController();
    const onOutput = () => abort.abort();
    const turn = await session.sendMessage("Tell me of the sea.", {
      retries: 0,
      signal: abort.signal,
      onOutput,
    });
    return turn.finishReason;
  },
  async leave(_session, { client, signal }) {
    const messages = [{ role: "user", content: "Tell me about the sea." }];
    for await (const event of client.stream(messages, { retries: 0, signal })) {
      if (event.type === "text-delta") return "left";
    }
    return "ended";
  },
  async cancel(session, { client, signal }) {
    const onOutput = () => client.cancel();
    return (await session.sendMessage("Tell me of the sea.", { retries: 0, signal, onOutput })).finishReason;
  },
};
const names = Object.keys(ways);

/** The name of what came of it. An outcome that is neither a result nor one of our errors is thrown. */
export async function runTurn(session, scene) {
  const { random } = scene;
  const way = random() < 0.7 ? "send" : names[Math.floor(random() * names.length)];
  let timer;
  const hang = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`a turn (${way}) does not end`)), HANG_MS);
  });
  try {
    return await Promise.race([ways[way](session, scene), hang]);
  } catch (error) {
    if (error instanceof FrameworkError) return error.name;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
