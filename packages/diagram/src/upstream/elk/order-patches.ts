/**
 * Patches of the phase that orders the nodes of each layer so that few edges cross: a third of a layout. It walked over its
 * graph with iterators, lists and property maps at every step; here it does with plain loops, to the same result.
 */
import { rewritten } from "./rewritten.js";

const COUNTING = "A third of the ordering was counting crossings. See crossing-count.ts.";
const PLACING = "Iterators, boxed numbers and look-ups at every node. See barycenters.ts.";
const PORTS = "As above, at every port. See port-order.ts.";
const SWEEPING =
  "Properties of objects were looked up some three hundred thousand times over for 1,000 nodes. See plain-sweep.ts.";

export const ORDER_PATCHES = [
  {
    name: "ordering defined",
    why: COUNTING,
    published: "function $calculateBarycenters(",
    ours: `var crossingCount = require("our:elk/crossing-count"), barycenters = require("our:elk/barycenters"), portOrder = require("our:elk/port-order");
var barycenterSurroundings = {
  associatesOf: function(node){
    var associates = $getProperty(node, ($clinit_InternalProperties_1() , BARYCENTER_ASSOCIATES));
    return associates?associates.toArray():null;
  },
  deviation: function(heuristic){
    return $nextInternal(heuristic.random_0, 24) * $intern_82 * 0.07000000029802322 - 0.03500000014901161;
  }
};
function portsOnSide(node, side){
  node.portSidesCached || $findPortIndices(node);
  return node.portSideIndices.values[side.ordinal];
}
function portsOnEast(node){
  return portsOnSide(node, EAST_2);
}
function portsOnWest(node){
  return portsOnSide(node, WEST_2);
}
function portSurroundings(distributor){
  return {
    isOrderFixed: function(node){
      return $isOrderFixed($getProperty(node, ($clinit_LayeredOptions() , PORT_CONSTRAINTS_0)));
    },
    weightOfNorthSouth: function(port, largest){
      var dummy = $getProperty(port, ($clinit_InternalProperties_1() , PORT_DUMMY));
      return dummy?$dealWithNorthSouthPorts(distributor, largest, port, dummy):null;
    },
    weighInLayerPorts: function(node){
      $calculateInLayerPortsBarycenterValues(distributor, node);
    },
    compare: function(port, other){
      return $lambda$0_8(distributor, port, other);
    },
    sort: function(ports){
      $sort(ports, new AbstractBarycenterPortDistributor$lambda$0$Type(distributor));
    }
  };
}
function $calculateBarycenters(`,
    count: 1,
  },
  rewritten(
    "d4e63703",
    COUNTING,
    `function $countCrossingsBetweenLayers(this$static, leftLayerNodes, rightLayerNodes){
  $clinit_PortSide();
  return crossingCount.countCrossings(this$static.portPositions, leftLayerNodes, rightLayerNodes, this$static.isRightPlain, portsOnEast, portsOnWest);
}`,
  ),
  {
    name: "layers without edges into themselves",
    why: COUNTING,
    published: "totalCrossings = $countCrossingsBetweenLayers(this$static.crossingCounter,",
    ours: "this$static.crossingCounter.isRightPlain = this$static.inLayerEdgeCounts[layerIndex + 1] == 0;\n      totalCrossings = $countCrossingsBetweenLayers(this$static.crossingCounter,",
  },
  rewritten(
    "1e15697b",
    SWEEPING,
    `function LayerTotalPortDistributor(numLayers){
  AbstractBarycenterPortDistributor.call(this, numLayers);
  this.isWhole = true;
}`,
  ),
  {
    name: "plain sweeps defined",
    why: SWEEPING,
    published: "function $minimizeCrossingsWithCounter(",
    ours: `var PlainSweep = require("our:elk/plain-sweep").PlainSweep;
function plainSweepOf(gData){
  var resolver = gData.crossMinimizer.constraintResolver, counter = gData.crossingsCounter, random = gData.crossMinimizer.random_0;
  if (!resolver || resolver.constraintsBetweenNonDummies || !isUnconstrained(resolver) || gData.childGraphs.array.length != 0 || counter.hasHyperEdgesEastOfIndex.some($wnd.Boolean) || $booleanValue($getProperty(gData.lGraph, ($clinit_LayeredOptions() , CROSSING_MINIMIZATION_FORCE_NODE_MODEL_ORDER_0)))) {
    return null;
  }
  return PlainSweep.of(gData.currentNodeOrder, {
    isWhole: !!gData.portDistributor.isWhole,
    random: function(){
      return $nextInternal(random, 24) * $intern_82;
    },
    isOrderFixed: portSurroundings(gData.portDistributor).isOrderFixed,
    isSpecial: function(node){
      return !!node.nestedGraph || node.type_0 == ($clinit_LNode$NodeType() , EXTERNAL_PORT) || $hasProperty(node, ($clinit_InternalProperties_1() , BARYCENTER_ASSOCIATES));
    }
  });
}

function minimizeInPlainSweeps(gData, plain, isForwardSweep, isOrderKnown){
  var crossings, before;
  plain.begin(gData.currentNodeOrder);
  plain.sweep(isForwardSweep, !isOrderKnown);
  crossings = plain.count();
  do {
    plain.keep();
    before = crossings;
    if (before == 0) {
      break;
    }
    isForwardSweep = !isForwardSweep;
    plain.sweep(isForwardSweep, false);
    crossings = plain.count();
  }
   while (before > crossings);
  plain.write(gData.currentNodeOrder, true);
  $setCurrentlyBestNodeAndPortOrder(gData, new SweepCopy_0(gData.currentNodeOrder));
  plain.write(gData.currentNodeOrder, false);
  return before;
}

function $minimizeCrossingsWithCounter(`,
  },
  rewritten(
    "ac208be2",
    "As above; and each of seven tries counted the crossings that it began with, while only the first wants to know.",
    `function $minimizeCrossingsWithCounter(this$static, gData){
  var crossingsInGraph, isFirst, isForwardSweep, isSecond, oldNumberOfCrossings;
  isForwardSweep = $nextInternal(this$static.random_0, 1) != 0;
  isFirst = $booleanValue($getProperty(gData.lGraph, ($clinit_InternalProperties_1() , FIRST_TRY_WITH_INITIAL_ORDER)));
  isSecond = $booleanValue($getProperty(gData.lGraph, SECOND_TRY_WITH_INITIAL_ORDER));
  gData.plainSweep === undefined && (gData.plainSweep = plainSweepOf(gData));
  if (isFirst && (gData.plainSweep?gData.plainSweep.countFrom(gData.currentNodeOrder):$countCurrentNumberOfCrossings(this$static, gData)) == 0) {
    return 0;
  }
  !isFirst && !isSecond || maskUndefined($getProperty(gData.lGraph, ($clinit_LayeredOptions() , CONSIDER_MODEL_ORDER_STRATEGY_0))) === maskUndefined(($clinit_OrderingStrategy() , NONE_11))?gData.crossMinimizer.setFirstLayerOrder(gData.currentNodeOrder, isForwardSweep):(isForwardSweep = isFirst);
  gData.plainSweep || $sweepReducingCrossings(this$static, gData, isForwardSweep, true);
  isSecond && $setProperty_0(gData.lGraph, SECOND_TRY_WITH_INITIAL_ORDER, ($clinit_Boolean() , false));
  // Read anew: both properties have the same name.
  if ($booleanValue($getProperty(gData.lGraph, FIRST_TRY_WITH_INITIAL_ORDER))) {
    $setProperty_0(gData.lGraph, FIRST_TRY_WITH_INITIAL_ORDER, ($clinit_Boolean() , false));
    $setProperty_0(gData.lGraph, SECOND_TRY_WITH_INITIAL_ORDER, true);
  }
  if (gData.plainSweep) {
    $add_6(this$static.graphsWhoseNodeOrderChanged, gData);
    return minimizeInPlainSweeps(gData, gData.plainSweep, isForwardSweep, isFirst || isSecond);
  }
  crossingsInGraph = $countCurrentNumberOfCrossings(this$static, gData);
  do {
    $setCurrentlyBestNodeOrders(this$static);
    if (crossingsInGraph == 0) {
      return 0;
    }
    isForwardSweep = !isForwardSweep;
    oldNumberOfCrossings = crossingsInGraph;
    $sweepReducingCrossings(this$static, gData, isForwardSweep, false);
    crossingsInGraph = $countCurrentNumberOfCrossings(this$static, gData);
  }
   while (oldNumberOfCrossings > crossingsInGraph);
  return oldNumberOfCrossings;
}`,
  ),
  rewritten(
    "ac124aa6",
    PLACING,
    `function $calculateBarycenters(this$static, nodes, forward_0){
  barycenters.calculateBarycenters(this$static, nodes.array, forward_0, barycenterSurroundings);
}`,
  ),
  {
    name: "unknown barycenters",
    why: PLACING,
    published: /  if \(preOrdered\) \{\n    lastValue = -1;[^]*?\n  \}\n   else \{\n    maxBary = 0;/g,
    ours: "  if (preOrdered) {\n    barycenters.fillInBarycenters(this$static, nodes.array);\n  }\n   else {\n    maxBary = 0;",
  },
  {
    name: "sorted by barycenter",
    why: PLACING,
    published:
      "insertionSort_1(layer, this.barycenterStateComparator, castTo(this, 682)):($clinit_Collections() , $sort(layer, this.barycenterStateComparator));",
    ours: "insertionSort_1(layer, this.barycenterStateComparator, castTo(this, 682)):barycenters.sortByBarycenter(this, layer.array);",
  },
  {
    name: "constraints within a layer",
    why: "Most graphs have none; the graph of them was built at every step.",
    published:
      "function $processConstraints_0(this$static, nodes, onlyBetweenNormalNodes){\n  var group, group$iterator, groups, node, node$array, node$index, node$iterator, node$max, violatedConstraint;",
    ours: `function isUnconstrained(this$static){
  return this$static.layoutUnits.isEmpty() && this$static.constraintGroups.every(function(layer){
    return layer.every(function(group){
      var node = group.nodes[0];
      return !$hasProperty(node, ($clinit_InternalProperties_1() , IN_LAYER_SUCCESSOR_CONSTRAINTS)) || $getProperty(node, IN_LAYER_SUCCESSOR_CONSTRAINTS).isEmpty();
    });
  });
}

function $processConstraints_0(this$static, nodes, onlyBetweenNormalNodes){
  var group, group$iterator, groups, node, node$array, node$index, node$iterator, node$max, violatedConstraint;
  this$static.isUnconstrained === undefined && (this$static.isUnconstrained = isUnconstrained(this$static));
  if (this$static.isUnconstrained) {
    return;
  }`,
  },
  {
    name: "ports ranked once",
    why: "The layer before was ranked twice at every step.",
    published:
      "$calculatePortRanks(this$static, fixedLayer, isForwardSweep?($clinit_PortType() , OUTPUT):($clinit_PortType() , INPUT));",
    ours: "this$static.ranked === fixedLayer || $calculatePortRanks(this$static, fixedLayer, isForwardSweep?($clinit_PortType() , OUTPUT):($clinit_PortType() , INPUT));\n    this$static.ranked = null;",
    also: [
      {
        published:
          "$calculatePortRanks(this.portDistributor, fixedLayer, forwardSweep?($clinit_PortType() , OUTPUT):($clinit_PortType() , INPUT));\n  }\n  firstNodeInLayer",
        ours: "$calculatePortRanks(this.portDistributor, fixedLayer, forwardSweep?($clinit_PortType() , OUTPUT):($clinit_PortType() , INPUT));\n    this.portDistributor.ranked = fixedLayer;\n  }\n  firstNodeInLayer",
      },
    ],
  },
  {
    name: "ports ranked for somebody",
    why: "Most layers have no node with two ports on a side: the ranks on their other side were asked for by nobody.",
    published:
      "$calculatePortRanks(this$static, freeLayer, isForwardSweep?($clinit_PortType() , INPUT):($clinit_PortType() , OUTPUT));",
    ours: "if (portOrder.areSettled(fixedLayer)) {\n      return false;\n    }\n    $calculatePortRanks(this$static, freeLayer, isForwardSweep?($clinit_PortType() , INPUT):($clinit_PortType() , OUTPUT));",
  },
  rewritten(
    "ae454800",
    PORTS,
    `function $distributePorts_0(this$static, node, side){
  portOrder.distributePorts(this$static, node, side, this$static.surroundings || (this$static.surroundings = portSurroundings(this$static)));
}`,
  ),
  rewritten(
    "ade3ebbb",
    PORTS,
    `function calculatePortRanks(node, rankSum, type_0){
  return portOrder.rankPorts(this.portRanks, node, rankSum, type_0.ordinal == 1, true);
}`,
  ),
  rewritten(
    "5f44aa97",
    PORTS,
    `function calculatePortRanks_0(node, rankSum, type_0){
  return portOrder.rankPorts(this.portRanks, node, rankSum, type_0.ordinal == 1, false);
}`,
  ),
  rewritten(
    "97a02374",
    "Six parts were told of every node, port and edge by an iterator each time.",
    `function init_0(initializables, order){
  var e, edges, i, l, layer, n, p, port, ports, parts, count;
  parts = initializables.toArray();
  count = parts.length;
  for (l = 0; l < order.length; l++) {
    for (i = 0; i < count; ++i) {
      parts[i].initAtLayerLevel(l, order);
    }
    layer = order[l];
    for (n = 0; n < layer.length; n++) {
      for (i = 0; i < count; ++i) {
        parts[i].initAtNodeLevel(l, n, order);
      }
      ports = layer[n].ports.array;
      for (p = 0; p < ports.length; p++) {
        for (i = 0; i < count; ++i) {
          parts[i].initAtPortLevel(l, n, p, order);
        }
        port = ports[p];
        edges = port.incomingEdges.array.concat(port.outgoingEdges.array);
        for (e = 0; e < edges.length; ++e) {
          for (i = 0; i < count; ++i) {
            parts[i].initAtEdgeLevel(l, n, p, e * count + i, edges[e], order);
          }
        }
      }
    }
  }
  for (i = 0; i < count; ++i) {
    parts[i].initAfterTraversal();
  }
}`,
  ),
  rewritten(
    "f9b7d8a8",
    "A stream for each node, also for each part of a long edge.",
    `function longEdgeTargetNodePreprocessing(node){
  var targetNodeModelOrder, ports = node.ports.array, i;
  if ($hasProperty(node, ($clinit_InternalProperties_1() , TARGET_NODE_MODEL_ORDER))) {
    return $getProperty(node, TARGET_NODE_MODEL_ORDER);
  }
  targetNodeModelOrder = new HashMap;
  for (i = 0; i < ports.length; ++i) {
    ports[i].outgoingEdges.array.length != 0 && lambda$1_12(targetNodeModelOrder, ports[i]);
  }
  $setProperty_0(node, TARGET_NODE_MODEL_ORDER, targetNodeModelOrder);
  return targetNodeModelOrder;
}`,
  ),
  rewritten(
    "a9bf0127",
    "The layer before was copied for each node of a layer, and only read while its ports are sorted.",
    `function ModelOrderPortComparator(graph, previousLayer, strategy, targetNodeModelOrder, portModelOrder){
  $$init_7(this);
  this.graph_0 = graph;
  this.previousLayer = previousLayer.nodes.array;
  this.strategy = strategy;
  this.targetNodeModelOrder = targetNodeModelOrder;
  this.portModelOrder = portModelOrder;
}`,
  ),
];
