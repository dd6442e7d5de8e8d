/** Patches of the phase that places nodes within their layers. */
import { rewritten } from "./rewritten.js";

export const PLACE_PATCHES = [
  {
    name: "places in numbers",
    why: "Lists and objects were looked into for each node in each of four alignments: a tenth of a layout. See alignment.ts.",
    published: "monitor.begin('Brandes & Koepf node placement', 1);\n",
    ours: "monitor.begin('Brandes & Koepf node placement', 1);\n  if (placeInNumbers(layeredGraph)) {\n    monitor.done_1();\n    return;\n  }\n",
    also: [
      {
        published: "function $process_82(",
        ours: `function placeInNumbers(layeredGraph){
  var alignment, spacings;
  alignment = $getProperty(layeredGraph, ($clinit_LayeredOptions() , NODE_PLACEMENT_BK_FIXED_ALIGNMENT_0));
  if (alignment != ($clinit_FixedAlignment() , NONE_4) && alignment != BALANCED || maskUndefined($getProperty(layeredGraph, NODE_PLACEMENT_BK_EDGE_STRAIGHTENING_0)) !== maskUndefined(($clinit_EdgeStraighteningStrategy() , IMPROVE_STRAIGHTNESS))) {
    return false;
  }
  spacings = $getProperty(layeredGraph, ($clinit_InternalProperties_1() , SPACINGS));
  require("our:elk/node-places").placeNodes(layeredGraph.layers.array, alignment == BALANCED || !$booleanValue($getProperty(layeredGraph, NODE_PLACEMENT_FAVOR_STRAIGHT_EDGES_0)), {
    isLongEdge: function(node){
      return node.type_0 == ($clinit_LNode$NodeType() , LONG_EDGE);
    },
    priorityOf: function(edge){
      return $getProperty(edge, PRIORITY_STRAIGHTNESS_0).value_0;
    },
    hasOwnSpacing: function(node){
      return $hasProperty(node, SPACING_INDIVIDUAL);
    },
    spacingOf: function(node, other){
      return $getVerticalSpacing_0(spacings, node, other);
    },
    spacing: $doubleValue($getProperty(layeredGraph, SPACING_NODE_NODE_0))
  });
  return true;
}

function $process_82(`,
      },
    ],
  },
  rewritten(
    "c9182268",
    "An iterator of iterators for each node, in each of four alignments.",
    `function getEdge(source, target){
  $clinit_BKNodePlacer();
  var ports = source.ports.array, edges, i, j, side;
  for (i = 0; i < ports.length; ++i) {
    for (side = 0; side < 2; ++side) {
      edges = (side == 0?ports[i].incomingEdges:ports[i].outgoingEdges).array;
      for (j = 0; j < edges.length; ++j) {
        if (edges[j].target.owner == target || edges[j].source.owner == target) {
          return edges[j];
        }
      }
    }
  }
  return null;
}`,
  ),
  {
    name: "blocks by their roots",
    why: "All nodes of each block were listed, in each of four alignments, and only the roots are asked for.",
    published:
      "  blocks = getBlocks(bal);\n  for (root$iterator = (outerIter = (new AbstractMap$1(blocks)).this$01.entrySet_0().iterator_0() , new AbstractMap$1$1(outerIter)); root$iterator.val$outerIter2.hasNext_0();) {\n    root = (entry = castTo(root$iterator.val$outerIter2.next_1(), 48) , castTo(entry.getKey(), 9));",
    ours: "  blocks = rootsOf(bal);\n  for (root$iterator = 0; root$iterator < blocks.length; ++root$iterator) {\n    root = blocks[root$iterator];",
    also: [
      {
        published: "function getBlocks(bal){",
        ours: `function rootsOf(bal){
  var roots = new $wnd.Set;
  bal.layeredGraph.layers.array.forEach(function(layer){
    layer.nodes.array.forEach(function(node){
      roots.add(bal.root[node.id_0]);
    });
  });
  return Array.from(roots);
}

function getBlocks(bal){`,
      },
    ],
  },
  {
    name: "numbers compared",
    why: "A function was made to compare the four positions of each node.",
    published:
      "makeLambdaFunction(Arrays$0methodref$compare$Type.prototype.compare_0, Arrays$0methodref$compare$Type, [])",
    ours: "compare_3",
    count: 2,
  },
  {
    name: "nothing written to a log that is not kept",
    why: "Texts of all nodes of each layer, each of which was looked for among the others.",
    published: /progressMonitor\.log_0\(/g,
    ours: "progressMonitor.isLoggingEnabled() && progressMonitor.log_0(",
    count: 2,
  },
];
