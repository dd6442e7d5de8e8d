/** Patches of the properties of graphs, nodes, ports and edges, which are looked up at every turn. */
import { rewritten } from "./rewritten.js";

export const PROPERTY_PATCHES = [
  rewritten(
    "45201c49",
    "Five functions for each look-up, half a million of them for 1,000 nodes.",
    `function $getProperty(this$static, property){
  var chain, defaultValue, entry, map_0 = this$static.propertyMap;
  if (map_0) {
    chain = map_0.hashCodeMap.backingMap.get(property.keptHash === undefined?property.hashCode_1():property.keptHash);
    if (chain !== undefined) {
      entry = chain[0].key === property?chain[0]:$findEntryInChain(map_0.hashCodeMap, property, chain);
      if (entry && entry.value_0 != null) {
        return entry.value_0;
      }
    }
  }
  property.isPlain === undefined && (property.isPlain = !instanceOf(property.defaultValue, 4));
  if (property.isPlain) {
    return property.defaultValue;
  }
  defaultValue = property.getDefault();
  instanceOf(defaultValue, 4) && (!this$static.propertyMap && (this$static.propertyMap = new HashMap) , $put_6(this$static.propertyMap, property, defaultValue));
  return defaultValue;
}`,
  ),
  rewritten(
    "a2e93a4b",
    "As above.",
    `function $hasProperty(this$static, property){
  var chain, map_0 = this$static.propertyMap;
  if (!map_0) {
    return false;
  }
  chain = map_0.hashCodeMap.backingMap.get(property.keptHash === undefined?property.hashCode_1():property.keptHash);
  return chain !== undefined && (chain[0].key === property || !!$findEntryInChain(map_0.hashCodeMap, property, chain));
}`,
  ),
  {
    name: "properties copied",
    why: "Each part of a long edge gets a copy of all its properties, which were taken out one by one and put in again.",
    published: "function HashMap_1(toBeCopied){\n  $reset(this);\n",
    ours: `function copyEntries(map_0, copied){
  copied.hashCodeMap.size_0 != 0 && (map_0.hashCodeMap.backingMap = new $wnd.Map);
  copied.hashCodeMap.backingMap.forEach(function(chain, hashCode){
    map_0.hashCodeMap.backingMap.set(hashCode, chain.map(function(entry){
      return new AbstractMap$SimpleEntry(entry.key, entry.value_0);
    }));
  });
  map_0.hashCodeMap.size_0 = copied.hashCodeMap.size_0;
}

function HashMap_1(toBeCopied){
  $reset(this);
  if (toBeCopied.___clazz === Ljava_util_HashMap_2_classLit && toBeCopied.stringMap.size_0 == 0) {
    copyEntries(this, toBeCopied);
    return;
  }
`,
  },
];
