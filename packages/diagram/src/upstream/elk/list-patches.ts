/** Patches of Java's lists. */
import { rewritten } from "./rewritten.js";

export const LIST_PATCHES = [
  {
    name: "plain lists",
    why: "The array of each list had five properties that say what Java would call it.",
    published:
      "function $$init_1(this$static){\n  this$static.array = initUnidimensionalArray(Ljava_lang_Object_2_classLit, $intern_2, 1, 0, 5, 1);",
    ours: "function $$init_1(this$static){\n  this$static.array = [];",
  },
  rewritten(
    "234141b2",
    "Whatever was added to a list was copied twice and handed over as arguments.",
    `function insertTo(array, index_0, values){
  if (index_0 == array.length) {
    for (var i = 0, end = values.length; i < end; ++i) {
      array.push(values[i]);
    }
    return;
  }
  copy_0(values, 0, array, index_0, values.length, false);
}`,
  ),
  rewritten(
    "bd4b49f0",
    "Its two numbers were first read from its prototype and then put on it.",
    `function ArrayList$1(this$0){
  this.this$01 = this$0;
  this.i = 0;
  this.last = -1;
}`,
  ),
  rewritten(
    "24bc1aad",
    "The commonest function of all.",
    `function $next_6(this$static){
  var i = this$static.i, array = this$static.this$01.array;
  i < array.length || checkCriticalElement(false);
  this$static.last = i;
  this$static.i = i + 1;
  return array[i];
}`,
  ),
  {
    name: "edges in a row",
    why: "The edges of a node were walked over by an iterator of iterators of lists.",
    published:
      /new Iterators\$ConcatenatedIterator\(transform_2\((?=\$get(?:Incoming|Outgoing)Edges\([\w$.]+\)\.val\$inputs1\.iterator_0\(\), new FluentIterable\$2\$0methodref\$iterator\$Type\)\); \$hasNext_1\()/g,
    ours: "new EdgesInARow((",
    count: 69,
    also: [
      {
        published:
          /(?<=new EdgesInARow\(\(\$get(?:Incoming|Outgoing)Edges\([\w$.]+\)\.val\$inputs1)\.iterator_0\(\), new FluentIterable\$2\$0methodref\$iterator\$Type/g,
        ours: "",
        count: 69,
      },
      {
        published: "function $hasNext_1(this$static){\n  var topConcat;",
        ours: `function EdgesInARow(lists){
  this.lists = lists.array;
  this.at = 0;
  this.edges = noEdges;
  this.i = 0;
}
var noEdges = new ArrayList;

function hasNextEdge(this$static){
  while (this$static.i >= this$static.edges.array.length) {
    if (this$static.at >= this$static.lists.length) {
      return false;
    }
    this$static.edges = this$static.lists[this$static.at++];
    this$static.i = 0;
  }
  return true;
}

function $hasNext_1(this$static){
  var topConcat;
  if (this$static.edges !== undefined) {
    return hasNextEdge(this$static);
  }`,
      },
      {
        published: "function $next_0(this$static){\n",
        ours: "function $next_0(this$static){\n  if (this$static.edges !== undefined && hasNextEdge(this$static)) {\n    return this$static.edges.array[this$static.i++];\n  }\n",
      },
    ],
  },
  rewritten(
    "39bacc0d",
    "Sorted one by one, most lists have one entry or none.",
    `function sort_4(x_0, toIndex, c){
  checkCriticalArrayBounds_0(0, toIndex, x_0.length);
  toIndex > 1 && mergeSort(x_0, 0, toIndex, c);
}`,
  ),
  rewritten(
    "056d7da9",
    "Most are added at the end.",
    `function $add_2(this$static, index_0, o){
  checkCriticalPositionIndex(index_0, this$static.array.length);
  index_0 == this$static.array.length?this$static.array.push(o):this$static.array.splice(index_0, 0, o);
}`,
  ),
  rewritten(
    "e278ef88",
    "A copy of a list was copied into it entry by entry.",
    `function ArrayList_1(c){
  if (c.___clazz === Ljava_util_ArrayList_2_classLit) {
    this.array = c.array.slice();
    return;
  }
  $$init_1(this);
  insertTo(this.array, 0, c.toArray());
}`,
  ),
];
