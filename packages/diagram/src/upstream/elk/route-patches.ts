/** Patches of the phase that routes edges between layers. */
import { rewritten } from "./rewritten.js";

const STREAMS = "A stream of streams for each pair of layers, and six for each edge between them.";
const PORTS = "Filters and iterators of iterators at every port.";

export const ROUTE_PATCHES = [
  {
    name: "least distance between edges",
    why: STREAMS,
    published:
      /minIncomingDistance = \$minimumDifference\(.*?\) , minOutgoingDistance = \$minimumDifference\(.*?\$lambda\$1\$Type\)\) ,/g,
    ours: `minIncomingDistance = leastDistance(edgeSegments.array.map(function(segment){
    return segment.incomingConnectionCoordinates.toArray();
  })) , minOutgoingDistance = leastDistance(edgeSegments.array.map(function(segment){
    return segment.outgoingConnectionCoordinates.toArray();
  })) ,`,
  },
  {
    name: "least distance between edges defined",
    why: STREAMS,
    published: "function $minimumDifference(numberStream){",
    ours: `function leastDistance(positions){
  var sorted = Float64Array.from(positions.flat()).sort(), least = $intern_99, i;
  for (i = 1; i < sorted.length; ++i) {
    sorted[i] != sorted[i - 1] && (least = $wnd.Math.min(least, sorted[i] - sorted[i - 1]));
  }
  return least;
}

function $minimumDifference(numberStream){`,
  },
  rewritten(
    "17c60d88",
    STREAMS,
    `function initialize_2(segments, sources, sinks, criticalOnly){
  var segment, i, nextMark = -1;
  function weightOf(dependencies, isCritical){
    var weight = 0, j;
    for (j = 0; j < dependencies.array.length; ++j) {
      (!isCritical || dependencies.array[j].type_0 == CRITICAL) && (weight += dependencies.array[j].weight);
    }
    return weight;
  }
  $clinit_HyperEdgeSegmentDependency$DependencyType();
  for (i = 0; i < segments.array.length; ++i) {
    segment = segments.array[i];
    segment.mark = nextMark--;
    segment.criticalInDepWeight = weightOf(segment.incomingSegmentDependencies, true);
    segment.criticalOutDepWeight = weightOf(segment.outgoingSegmentDependencies, true);
    segment.inDepWeight = criticalOnly?segment.criticalInDepWeight:weightOf(segment.incomingSegmentDependencies, false);
    segment.outDepWeight = criticalOnly?segment.criticalOutDepWeight:weightOf(segment.outgoingSegmentDependencies, false);
    segment.outDepWeight == 0?$addNode_0(sinks, segment, sinks.tail.prev, sinks.tail):segment.inDepWeight == 0 && $addNode_0(sources, segment, sources.tail.prev, sources.tail);
  }
}`,
  ),
  {
    name: "neighbours of a port",
    why: PORTS,
    published:
      /(?<=  \$recomputeExtent\(this\$static\);\n)  for \(otherPort\$iterator = [^]*?\n  \}(?=\n\})/g,
    ours: `  var incoming = port.incomingEdges.array, outgoing = port.outgoingEdges.array, i;
  for (i = 0; i < incoming.length + outgoing.length; ++i) {
    otherPort = i < incoming.length?incoming[i].source:outgoing[i - incoming.length].target;
    hyperEdgeSegmentMap.containsKey(otherPort) || $addPortPositions(this$static, otherPort, hyperEdgeSegmentMap);
  }`,
  },
  {
    name: "ports that edges leave by",
    why: PORTS,
    published:
      "for (port$iterator = $getPorts_0(node, ($clinit_PortType() , OUTPUT), portSide).iterator_0(); port$iterator.hasNext_0();) {\n        port = castTo(port$iterator.next_1(), 12);\n        hyperEdge =",
    ours: "for (port$iterator = 0; port$iterator < node.ports.array.length; ++port$iterator) {\n        port = node.ports.array[port$iterator];\n        if (port.outgoingEdges.array.length == 0 || port.side != portSide) {\n          continue;\n        }\n        hyperEdge =",
  },
];
