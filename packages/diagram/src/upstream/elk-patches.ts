/**
 * Changes to ELK: what was translated from Java is relieved of what costs time and decides nothing. Every layout stays the
 * same to the last digit.
 */
import { CASTS, withoutCasts } from "./elk/casts.js";
import { LIST_PATCHES } from "./elk/list-patches.js";
import { ORDER_PATCHES } from "./elk/order-patches.js";
import { PLACE_PATCHES } from "./elk/place-patches.js";
import { PROPERTY_PATCHES } from "./elk/property-patches.js";
import { ROUTE_PATCHES } from "./elk/route-patches.js";
import { SIZE_PATCHES } from "./elk/size-patches.js";
import { START_PATCHES } from "./elk/start-patches.js";
import { inModules, type Patch } from "./patch.js";

const ELK_WORKER = /\/node_modules\/elkjs\/lib\/elk-worker\.js$/;
const NEW_CHAIN = "initUnidimensionalArray(Ljava_lang_Object_2_classLit, $intern_2, 1, 0, 5, 1)";

/** Checks of types, which only ever fail where ELK itself is wrong. */
const TYPES: readonly Patch[] = [
  {
    name: "no casts",
    why: "Every value that comes out of a collection was checked for its class: 5 to 8 % of a layout. Their calls go as well, which are one in ten.",
    published: CASTS,
    ours: withoutCasts,
    count: 7489,
  },
  {
    name: "unchecked arrays",
    why: "As above, for what goes into an array.",
    published: "checkCriticalArrayType(value_0 == null || canSet(array, value_0));",
    ours: "",
  },
];

/** Java's hash maps; each property of each node is looked up in one. The order of entries stays what it was. */
const HASH_MAPS: readonly Patch[] = [
  {
    name: "hash of a property kept",
    why: "It was worked out from the property's name of some 50 letters at every look-up.",
    published: "return $hashCode_1(this.id_0);",
    ours: "return this.keptHash === undefined ? (this.keptHash = $hashCode_1(this.id_0)) : this.keptHash;",
    count: 4,
  },
  {
    name: "same key",
    why: "Nearly every key that is looked for is the very object that was put in.",
    published: "if (this$static.host.equals_1(key, entry.getKey())) {\n      return entry;",
    ours: "if (entry.key === key || this$static.host.equals_1(key, entry.key)) {\n      return entry;",
  },
  {
    name: "nothing found",
    why: "A key that is not there was looked for in a new array.",
    published:
      "return $findEntryInChain(this$static, key, $getChainOrEmpty(this$static, this$static.host.getHashCode(key)));",
    ours: "var chain = this$static.backingMap.get(this$static.host.getHashCode(key));\n  return chain === undefined ? null : $findEntryInChain(this$static, key, chain);",
  },
  {
    name: "plain chains",
    why: "Each entry lay in an array with five properties that say what Java would call it.",
    published: `chain0 = (chain = this$static.backingMap.get(hashCode) , chain == null?${NEW_CHAIN}:chain);\n  if (chain0.length == 0) {`,
    ours: "chain0 = this$static.backingMap.get(hashCode);\n  if (chain0 === undefined) {\n    chain0 = [];\n    this$static.backingMap === noEntries && (this$static.backingMap = new $wnd.Map);",
    also: [
      {
        published: "setCheck(chain0, chain0.length, new AbstractMap$SimpleEntry(key, value_0));",
        ours: "chain0.push(new AbstractMap$SimpleEntry(key, value_0));",
      },
      {
        published: `chain0 = (chain = this$static.backingMap.get(hashCode) , chain == null?${NEW_CHAIN}:chain);\n  for (`,
        ours: "chain0 = this$static.backingMap.get(hashCode) || noChain;\n  for (",
      },
      {
        published: `this.chain = ${NEW_CHAIN};\n}\n\ndefineClass(744,`,
        ours: "this.chain = noChain;\n}\n\ndefineClass(744,",
      },
    ],
  },
  {
    name: "empty maps",
    why: "Each map has one for texts and one for other keys; most use one of them or none.",
    published: "this.backingMap = new $wnd.Map;",
    ours: "this.backingMap = noEntries;",
    count: 2,
    also: [
      {
        published: "function InternalHashCodeMap(host){",
        ours: "var noEntries = new $wnd.Map, noChain = [];\nfunction InternalHashCodeMap(host){",
      },
      {
        published: "this$static.backingMap.set(key, value_0 === undefined?null:value_0);",
        ours: "this$static.backingMap === noEntries && (this$static.backingMap = new $wnd.Map);\n  this$static.backingMap.set(key, value_0 === undefined?null:value_0);",
      },
    ],
  },
];

/** Nodes are first brought into the order of the source, layer by layer. */
const MODEL_ORDER: readonly Patch[] = [
  {
    name: "known order defined",
    why: "Which node is known to be before which was kept in two sets for each: a fifth of the layout of 1,000 nodes. See known-order.ts.",
    published: "function ModelOrderNodeComparator_0(",
    ours: 'var KnownOrder = require("our:known-order").KnownOrder;\nfunction ModelOrderNodeComparator_0(',
    also: [
      {
        published:
          "this.biggerThan = new HashMap;\n  this.smallerThan = new HashMap;\n  this.longEdgeNodeOrder =",
        ours: "this.knownOrder = new KnownOrder;\n  this.longEdgeNodeOrder =",
      },
      {
        published: "comparator.biggerThan = new HashMap;\n  comparator.smallerThan = new HashMap;",
        ours: "comparator.knownOrder = new KnownOrder;",
      },
      {
        published:
          /if \(\$containsKey_3\(this\$static\.biggerThan, n1\)\) \{[^]*?(?=if \(this\$static\.orderingStrategy ==)/g,
        ours: "var known = this$static.knownOrder.compare(n1, n2);\n  if (known !== 0) {\n    return known;\n  }\n  ",
      },
      {
        published:
          /(?<=function \$updateBiggerAndSmallerAssociations\(this\$static, bigger, smaller\)\{)[^]*?(?=\n\}\n)/g,
        ours: "\n  this$static.knownOrder.learn(bigger, smaller);",
      },
    ],
  },
];

export const ELK_PATCHES: readonly Patch[] = inModules(ELK_WORKER, [
  ...HASH_MAPS,
  ...MODEL_ORDER,
  ...LIST_PATCHES,
  ...PROPERTY_PATCHES,
  ...ORDER_PATCHES,
  ...PLACE_PATCHES,
  ...ROUTE_PATCHES,
  ...SIZE_PATCHES,
  ...START_PATCHES,
  ...TYPES,
]);
