/**
 * Changes to Langium, which parses pies, packets, trees and others: what it does for each word of a source that nobody
 * reads, or that comes out the same each time. In all of them together the parsing of a packet takes half of the time.
 */
import { inModules, type Patch } from "./patch.js";

const PARSER = /\/node_modules\/@mermaid-js\/parser\/dist\/chunks\/mermaid-parser\.core\/chunk-[^/]+\.mjs$/;

/** What is made for editors, which ask where in a source something stands. */
const PLACES: readonly Patch[] = [
  {
    name: "comments without a place",
    why: "Before each word the comments in front of it, mostly none, were put into the tree of places by a search through all that is in it.",
    published:
      "const hiddenTokens = this.extractHiddenTokens(token);\n      this.nodeBuilder.addHiddenNodes(hiddenTokens);",
    ours: "",
    also: [{ published: "    this.nodeBuilder.addHiddenNodes(lexerResult.hidden);\n", ours: "" }],
  },
  {
    name: "places not copied",
    why: "Each list of places was copied when it was complete; whether it is empty was told from where it ends and begins, through all that is in it.",
    published: " else {\n        node.content = node.content.slice();\n      }",
    ours: "",
    also: [{ published: "cstNode && cstNode.length > 0", ours: "cstNode && cstNode.content.length > 0" }],
  },
  {
    name: "places made without calls",
    why: "They take no arguments, and their numbers are small ones already.",
    published: "super(...arguments);\n    this.content = [];",
    ours: "super();\n    this.content = [];",
    also: [{ published: / = toSmi\((?=\w+\);)/g, ours: " = (", count: 6 }],
  },
  {
    name: "statements without what they stand in",
    why: "Nothing asks a statement what it stands in.",
    published: "linkContentToContainer(result, { deep: true });",
    ours: "",
  },
];

/** A part of a rule that is made once, and anew for other arguments only. */
const keptPart = (method: string): string => `    let kept, keptFor;
    return (args) => {
      if (kept === void 0 || keptFor !== args) kept = partFor(keptFor = args);
      ctx.parser.${method}(idx, kept);
    };`;

/** The way through a grammar. */
const RULES: readonly Patch[] = [
  {
    name: "choices of a rule kept",
    why: "Each alternative and each part that may be left out or repeated was made anew whenever it was come by.",
    published: /return \(args\) => ctx\.parser\.alternatives\(idx, methods\.map\(\(method\) => \{\n/g,
    ours: `let kept, keptFor;
    return (args) => {
      if (kept === void 0 || keptFor !== args) kept = alternativesFor(keptFor = args);
      ctx.parser.alternatives(idx, kept);
    };
    function alternativesFor(args) { return methods.map((method) => {
`,
    also: [
      { published: "      return alt;\n    }));\n  }\n}", ours: "      return alt;\n    }); }\n  }\n}" },
      {
        published: `    return (args) => ctx.parser.many(idx, {
      DEF: /* @__PURE__ */ __name(() => method(args), "DEF"),
      GATE: gate ? () => gate(args) : void 0
    });`,
        ours: keptPart("many"),
      },
      {
        published: `      return (args) => ctx.parser.atLeastOne(idx, {
        DEF: /* @__PURE__ */ __name(() => method(args), "DEF")
      });`,
        ours: keptPart("atLeastOne"),
      },
      {
        published: `    return (args) => ctx.parser.optional(idx, {
      DEF: /* @__PURE__ */ __name(() => method(args), "DEF"),
      GATE: gate ? () => gate(args) : void 0
    });`,
        ours: keptPart("optional"),
      },
      {
        published: "  const gate = guard && buildPredicate(guard);\n",
        ours: `  const gate = guard && buildPredicate(guard);
  function partFor(args) {
    return { DEF: () => method(args), GATE: gate ? () => gate(args) : void 0 };
  }
`,
      },
      {
        published: "buildRuleCallPredicate(rule, ruleCall.arguments) : () => ({});",
        ours: "buildRuleCallPredicate(rule, ruleCall.arguments) : () => NO_ARGUMENTS;",
      },
      { published: "    return rule.call(this, {});", ours: "    return rule.call(this, NO_ARGUMENTS);" },
      {
        published: "function buildAlternatives(ctx, alternatives) {",
        ours: "var NO_ARGUMENTS = {};\nfunction buildAlternatives(ctx, alternatives) {",
      },
    ],
  },
  {
    name: "parts of a rule in turn",
    why: "Each part was called through a function made for it.",
    published: "return (args) => methods.forEach((method) => method(args));",
    ours: "return (args) => {\n    for (let i = 0; i < methods.length; i++) methods[i](args);\n  };",
  },
  {
    name: "words converted by their rule",
    why: "What a word is assigned to was looked up twice, and then for each word again what it is an instance of, to find the rule that converts it.",
    published:
      "const { assignment, crossRef } = this.getAssignment(feature);\n      const current = this.current;",
    ours: "const { assignment, crossRef, rule } = this.getAssignment(feature);\n      const current = this.current;",
    also: [
      {
        published: "isKeyword(feature) ? token.image : this.converter.convert(token.image, leafNode);",
        ours: "rule ? this.converter.runConverter(rule, token.image, leafNode) : token.image;",
      },
      {
        published:
          "if (!isKeyword(feature)) {\n          text = this.converter.convert(text, leafNode).toString();",
        ours: "if (rule) {\n          text = this.converter.runConverter(rule, text, leafNode).toString();",
      },
      {
        published: "    if (!this.assignmentMap.has(feature)) {\n      const assignment",
        ours: `    const known = this.assignmentMap.get(feature);
    if (known) return known;
    {
      const terminal = isCrossReference(feature) ? getCrossReferenceTerminal(feature) : feature;
      const assignment`,
      },
      {
        published:
          "crossRef: assignment && isCrossReference(assignment.terminal) ? assignment.terminal.isMulti",
        ours: "rule: isRuleCall(terminal) ? terminal.rule.ref : void 0,\n        crossRef: assignment && isCrossReference(assignment.terminal) ? assignment.terminal.isMulti",
      },
    ],
  },
  {
    name: "fewer calls for a word",
    why: "Of ten functions that call each other for a word or a rule these only hand on.",
    published: "const token = this.wrapper.wrapConsume(idx, tokenType);",
    ours: "const token = this.wrapper.consume(idx, tokenType, void 0);",
    also: [
      {
        published: "result = this.wrapper.wrapSubrule(idx, rule, args);",
        ours: "result = this.wrapper.subrule(idx, rule, { ARGS: [args] });",
      },
      { published: "this.wrapper.wrapOr(idx, choices);", ours: "this.wrapper.or(idx, choices);" },
      { published: "this.wrapper.wrapOption(idx, callback);", ours: "this.wrapper.option(idx, callback);" },
      { published: "this.wrapper.wrapMany(idx, callback);", ours: "this.wrapper.many(idx, callback);" },
      {
        published: "this.wrapper.wrapAtLeastOne(idx, callback);",
        ours: "this.wrapper.atLeastOne(idx, callback);",
      },
      { published: "return this.wrapper.IS_RECORDING;", ours: "return this.wrapper.RECORDING_PHASE;" },
    ],
  },
  {
    name: "properties that have a default",
    why: "All properties of a statement were looked through for those that it must have.",
    published: "for (const property2 of Object.values(typeMetaData.properties)) {",
    ours: "for (const property2 of typeMetaData.preset ??= Object.values(typeMetaData.properties).filter(({ defaultValue }) => defaultValue !== void 0)) {",
  },
];

export const PARSER_PATCHES: readonly Patch[] = inModules(PARSER, [...PLACES, ...RULES]);
