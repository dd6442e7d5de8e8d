/** Changes to cose-base, which moves the nodes of architecture diagrams. Every layout stays the same to the last digit. */
import { inModules, type Patch } from "./patch.js";

export const COSE_PATCHES: readonly Patch[] = inModules(/\/node_modules\/cose-base\/cose-base\.js$/, [
  {
    name: "relative moves",
    why: "What must stay left of what was looked up in four tables for each rule at each step, and all rules were applied as often as Mermaid had found them: 30 % of the time of sixty services. See relative-moves.ts.",
    published:
      /this\.nodesInRelativeHorizontal = \[\];\n[^]*?\n {6}\}\);\n(?= {4}\} else \{\n {6}var subGraphOnHorizontal)/,
    ours: `var RelativeMoves = require("our:relative-moves").RelativeMoves;
      var nodesOf = function (dummies) {
        return function (name) {
          return (dummies.get(name) || [name]).map(function (nodeId) { return self.idToNodeMap.get(nodeId); });
        };
      };
      // cose-base asks for the same ones on both axes.
      var isFixed = function (name) { return self.fixedNodesOnHorizontal.has(name); };
      this.movesOnHorizontal = new RelativeMoves("X", nodesOf(this.dummyToNodeForVerticalAlignment), isFixed);
      this.movesOnVertical = new RelativeMoves("Y", nodesOf(this.dummyToNodeForHorizontalAlignment), isFixed);
      this.constraints.relativePlacementConstraint.forEach(function (constraint) {
        var isHorizontal = constraint.left;
        var dummies = isHorizontal ? nodeToDummyForVerticalAlignment : nodeToDummyForHorizontalAlignment;
        var before = isHorizontal ? constraint.left : constraint.top;
        var after = isHorizontal ? constraint.right : constraint.bottom;
        (isHorizontal ? self.movesOnHorizontal : self.movesOnVertical).add(dummies.get(before) || before, dummies.get(after) || after, constraint.gap);
      });
`,
    also: [
      {
        published:
          /this\.shuffle\(this\.nodesInRelativeHorizontal\);\n[^]*?(?=\n {4}\} else \{\n {6}for \(var i = 0; i < this\.componentsOnHorizontal)/,
        ours: `this.shuffle(this.movesOnHorizontal.order);
        this.shuffle(this.movesOnVertical.order);
      }
      this.movesOnHorizontal.move();
      this.movesOnVertical.move();`,
      },
    ],
  },
]);
