/** The `selfhost` quirks: all bool, default false, opt-in. */
import type { SessionOptions, ToolDefinition } from "@framework/shared";
import { describe, expect } from "vitest";
import { calls, says } from "./service.js";
import { failureOf, sentences, setups, Stage, user } from "./setups.js";

const stage = new Stage(setups.selfhost);
const CHAT = setups.selfhost.chat;
const types = ["array", "object", "integer", "number", "boolean"] as const;
const parameters = { type: "object", properties: Object.fromEntries(types.map((type) => [type, { type }])) };
const tool = { type: "function" as const, function: { name: "f", parameters } };
const seen: unknown[] = [];
const running: ToolDefinition = {
  name: "f",
  description: "f",
  changes: false,
  parameters,
  run: (given) => {
    seen.push(given);
    return Promise.resolve({ ok: true, content: "done" });
  },
};

/** The service answers these one after the other. */
function script(...answers: ReturnType<typeof says>[]): void {
  const rest = [...answers];
  stage.answer({ [CHAT]: () => rest.shift() ?? says("End.") });
}
const bodies = () =>
  stage.service
    .to(CHAT)
    .map(({ body }) => body as { messages: { role: string; content: unknown }[]; tool_choice?: unknown });
const session = async (quirks: Record<string, boolean>, options: SessionOptions = { tools: [running] }) => {
  seen.length = 0;
  return (await stage.connect({}, { quirks })).createSession(options);
};
const schema = {
  type: "object",
  properties: { summary: { type: "string" } },
  required: ["summary"],
  additionalProperties: false,
};

describe("coerce_typed_tool_args (0.6.194+)", () => {
  const quirk = { coerce_typed_tool_args: true };
  const coerced = async (args: Record<string, string>) => {
    script(calls(["f", args]));
    return (await stage.connect({}, { quirks: quirk })).complete(user("Go"), [tool]);
  };
  sentences({
    "a string for an argument whose schema type is array": async () => {
      expect((await coerced({ array: "['a', 'b']" })).toolCalls[0]?.arguments).toEqual({ array: ["a", "b"] });
    },
    object: async () => {
      expect((await coerced({ object: "{'a': True}" })).toolCalls[0]?.arguments).toEqual({
        object: { a: true },
      });
    },
    integer: async () => {
      expect((await coerced({ integer: "42" })).toolCalls[0]?.arguments).toEqual({ integer: 42 });
    },
    number: async () => {
      expect((await coerced({ number: "1.5" })).toolCalls[0]?.arguments).toEqual({ number: 1.5 });
    },
    "or boolean": async () => {
      expect((await coerced({ boolean: "True" })).toolCalls[0]?.arguments).toEqual({ boolean: true });
    },
    "the provider first tries a Python-literal parse, then a JSON parse": async () => {
      expect((await coerced({ object: '{"a": true, "b": null}' })).toolCalls[0]?.arguments).toEqual({
        object: { a: true, b: null },
      });
    },
    "before the tool executor sees it": async () => {
      script(calls(["f", { integer: "42" }]));
      await (await session(quirk)).sendMessage("Go");
      expect(seen).toEqual([{ integer: 42 }]);
    },
    "default false": async () => {
      script(calls(["f", { integer: "42" }]));
      const turn = await (await stage.connect()).complete(user("Go"), [tool]);
      expect(turn.toolCalls[0]?.arguments).toEqual({ integer: "42" });
    },
  });
});

describe("force_tool_choice_for_lifecycle (0.6.195+)", () => {
  sentences({
    "forwards the session's tool_choice as a named-function constraint of shape {type:'function', function:{name:<tool_name>}}":
      async () => {
        script(calls(["signal_completion", {}]), calls(["signal_completion", { summary: "ok" }]));
        await (
          await session({ force_tool_choice_for_lifecycle: true }, { deliverable: { schema } })
        ).sendMessage("Go");
        expect(bodies()[1]?.tool_choice).toEqual({
          type: "function",
          function: { name: "signal_completion" },
        });
      },
    "default false": async () => {
      script(calls(["signal_completion", {}]), calls(["signal_completion", { summary: "ok" }]));
      await (await session({}, { deliverable: { schema } })).sendMessage("Go");
      expect(bodies()[1]?.tool_choice).toBeUndefined();
    },
  });
});

describe("force_narration_between_tools (0.6.197+)", () => {
  sentences({
    "after every tool result, the session injects a synthetic user-role prompt": async () => {
      script(calls(["f", {}]), calls(["f", {}]));
      await (await session({ force_narration_between_tools: true })).sendMessage("Go");
      expect(bodies()[1]?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user"]);
      expect(bodies()[2]?.messages.at(-1)?.role).toBe("user");
    },
    "asking for 1-2 sentences of narrative before the next tool call": async () => {
      script(calls(["f", {}]));
      await (await session({ force_narration_between_tools: true })).sendMessage("Go");
      expect(bodies()[1]?.messages.at(-1)?.content).toMatch(/sentences/);
    },
    "default false": async () => {
      script(calls(["f", {}]));
      await (await session({})).sendMessage("Go");
      expect(bodies()[1]?.messages.at(-1)?.role).toBe("tool");
    },
  });
});

describe("auto_finalize_on_complete (0.6.199+)", () => {
  const prepare = calls(["prepare_completion", { field_path: "summary", value: "ok" }]);
  sentences({
    "when the composite is_complete gate becomes true, the framework synthesizes the completion signal without a model round-trip":
      async () => {
        script(prepare);
        const turn = await (
          await session({ auto_finalize_on_complete: true }, { deliverable: { schema } })
        ).sendMessage("Go");
        expect(turn.deliverable).toEqual({ summary: "ok" });
        expect(bodies()).toHaveLength(1);
      },
    "default false": async () => {
      script(prepare);
      const turn = await (await session({}, { deliverable: { schema } })).sendMessage("Go");
      expect(turn.deliverable).toBeUndefined();
      expect(bodies()).toHaveLength(2);
    },
  });
});

describe("quirks.<quirk_key>", () => {
  sentences({
    "an unknown quirk is an error": async () => {
      expect(await failureOf(stage.connect({}, { quirks: { no_such: true } }))).toMatchObject({
        message: expect.stringContaining("coerce_typed_tool_args"),
      });
    },
    "quirks carry the minimum server versions listed in Resources (0.6.194, 0.6.195, 0.6.197, 0.6.199)":
      async () => {
        const { default: definition } = await import("@framework/shared/plugins/model_provider/selfhost");
        expect(JSON.stringify(definition)).toMatch(/0\.6\.194.*0\.6\.195.*0\.6\.197.*0\.6\.199/);
      },
  });
});
