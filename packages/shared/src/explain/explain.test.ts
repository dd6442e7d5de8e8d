import { expect, test } from "vitest";
import { loadProvider } from "../plugins/registry.js";
import { explainProvider } from "./explain.js";
import { explanationText } from "./text.js";

const winner = "winner-0123456789";
const loser = "loser-0123456789";

test("every value that holds is told with its origin, and so is every one that lost", async () => {
  const explanation = await explainProvider(
    await loadProvider("eucloud"),
    { context_length: 5, base_url: "http://profile.test/v1" },
    {
      profileName: "p.yaml",
      model: "M",
      env: {
        FW_EUCLOUD_CONTEXT_LENGTH: "6",
        FW_EUCLOUD_ALLOW_ANONYMOUS: "yes",
        EU_AI_ENDPOINTS_ACCESS_TOKEN: winner,
        OVH_AI_ENDPOINTS_ACCESS_TOKEN: loser,
        FW_EUCLOUD_MODEL: "N",
      },
    },
  );
  const knob = (key: string) => explanation.knobs.find((row) => row.key === key);
  expect(knob("context_length")).toMatchObject({
    type: "int",
    variables: ["FW_EUCLOUD_CONTEXT_LENGTH"],
    effective: { value: 5, origin: "p.yaml" },
    overruled: [{ value: 6, origin: "FW_EUCLOUD_CONTEXT_LENGTH" }],
  });
  expect(knob("allow_anonymous")).toMatchObject({
    default: false,
    effective: { value: true, origin: "FW_EUCLOUD_ALLOW_ANONYMOUS" },
    overruled: [{ value: false, origin: "default" }],
  });
  expect(knob("api_key")).toMatchObject({
    effective: { value: "winn…6789", origin: "EU_AI_ENDPOINTS_ACCESS_TOKEN" },
    overruled: [{ value: "lose…6789", origin: "OVH_AI_ENDPOINTS_ACCESS_TOKEN" }],
  });
  expect(knob("modalities")?.effective).toBeNull();
  expect(explanation.model).toEqual({ value: "M", origin: "p.yaml" });
  expect(explanation.variables.find(({ name }) => name === "FW_EUCLOUD_API_KEY")?.set).toBe(false);
  expect(explanation.variables.find(({ name }) => name === "FW_EUCLOUD_MODEL")?.set).toBe(true);
  const text = explanationText(explanation);
  expect(text).toContain("now: 5 (p.yaml); overruled: 6 (FW_EUCLOUD_CONTEXT_LENGTH)");
  for (const secret of [winner, loser]) expect(text + JSON.stringify(explanation)).not.toContain(secret);
});

test("the order of credentials and windows, quirks with versions, and errors with causes", async () => {
  const { credential, window_order, quirks, errors } = await explainProvider(
    await loadProvider("selfhost"),
    {},
    { env: {}, quirks: { coerce_typed_tool_args: true } },
  );
  expect(credential).toMatchObject({
    required: false,
    order: ["api_token in the profile", "SELFHOST_API_TOKEN"],
  });
  expect(window_order).toHaveLength(3);
  expect(quirks.map(({ key, since, value }) => [key, since, value])).toEqual([
    ["coerce_typed_tool_args", "0.6.194", true],
    ["force_tool_choice_for_lifecycle", "0.6.195", false],
    ["force_narration_between_tools", "0.6.197", false],
    ["auto_finalize_on_complete", "0.6.199", false],
    ["accept_done_without_finish", "0.7.0", false],
  ]);
  expect(errors.find(({ name }) => name === "SelfHostConnectionError")).toMatchObject({
    code: "connection",
    retryable: true,
    cause: expect.stringContaining("unreachable"),
  });
});

test("wrong settings are told beside the facts", async () => {
  const explanation = await explainProvider(
    await loadProvider("selfhost"),
    {},
    { env: { SELFHOST_CONTEXT_LENGTH: "many" } },
  );
  expect(explanation.problem).toContain("SELFHOST_CONTEXT_LENGTH");
  expect(explanation.knobs.length).toBeGreaterThan(0);
  expect(explanationText(explanation)).toContain("settings are wrong");
});
