/** Patches of the step that works out the sizes of nodes and places their ports and labels. */

const LABELS = "Mermaid's labels are parts of its nodes: most have none that ELK would have to place.";

export const SIZE_PATCHES = [
  {
    name: "places of labels that contradict each other",
    why: "They were looked for in eight sets for each node; one word alone cannot: 1.3 % of the time of twenty nodes.",
    published: "  if (!isValid_1(this.portLabelsPlacement)) {",
    ours: "  if (this.portLabelsPlacement.size_1() > 1 && !isValid_1(this.portLabelsPlacement)) {",
    also: [
      {
        published: "  if (!isValid_0(this.nodeLabelPlacement)) {",
        ours: "  if (this.nodeLabelPlacement.size_1() > 1 && !isValid_0(this.nodeLabelPlacement)) {",
      },
    ],
  },
  {
    name: "ports with labels",
    why: LABELS,
    published: "    $forEach_1(port.getLabels(), new PortContextCreator$lambda$0$Type(portContext));\n",
    ours: "    $forEach_1(port.getLabels(), new PortContextCreator$lambda$0$Type(portContext));\n    portContext.portLabelCell.labels.array.length == 0 || (nodeContext.hasPortLabels = true);\n",
  },
  {
    name: "labels on all sides",
    why: LABELS,
    published: "  placePortLabels(nodeContext, NORTH_3);\n  placePortLabels(nodeContext, SOUTH_2);\n",
    ours: "  var isPlain = !nodeContext.hasPortLabels && nodeContext.nodeLabelCells.size_1() == 0 && !nodeContext.portLabelsPlacement.contains(($clinit_PortLabelPlacement() , INSIDE_0));\n  if (!isPlain) {\n    placePortLabels(nodeContext, NORTH_3);\n    placePortLabels(nodeContext, SOUTH_2);\n  }\n",
    also: [
      {
        published: "  placePortLabels(nodeContext, EAST_2);\n  placePortLabels(nodeContext, WEST_2);\n",
        ours: "  if (!isPlain) {\n  placePortLabels(nodeContext, EAST_2);\n  placePortLabels(nodeContext, WEST_2);\n",
      },
      {
        published: "new LabelPlacer$lambda$2$Type);\n",
        ours: "new LabelPlacer$lambda$2$Type);\n  }\n",
      },
    ],
  },
];
