/**
 * Changes to how Cytoscape keeps elements, their styles and the ends of edges. It is made for graphs that people change under
 * its hands; ours is laid out once or twice and then read. Every layout stays the same to the last digit.
 */
import type { Patch } from "./patch.js";

/** Elements, collections of them, and what they tell each other. */
const ELEMENTS: readonly Patch[] = [
  {
    name: "plain collections",
    why: "Each of some thousand collections had a getter, a setter and a function of its own: 5 % of the time of an architecture diagram.",
    published:
      /this\._private = \{\n {4}eles: this,\n {4}cy: cy,\n {4}get map\(\) \{[^]*?\n {2}\};\n {2}if \(unique\) \{/,
    ours: "this._private = new CollectionParts(this, cy);\n  if (unique) {",
    also: [
      {
        published: "var Collection = function Collection(cy, elements) {",
        ours: `class CollectionParts {
  constructor(eles, cy) {
    this.eles = eles;
    this.cy = cy;
    this.lazyMap = null;
  }
  get map() {
    if (this.lazyMap === null) this.rebuildMap();
    return this.lazyMap;
  }
  set map(m) {
    this.lazyMap = m;
  }
  rebuildMap() {
    var m = this.lazyMap = new Map$1();
    for (var i = 0; i < this.eles.length; i++) m.set(this.eles[i].id(), { index: i, ele: this.eles[i] });
  }
}
var Collection = function Collection(cy, elements) {`,
      },
      {
        published: "var map = new Map$1();\n  var createdElements = false;",
        ours: "var map = unique ? new Map$1() : null;\n  var createdElements = false;",
      },
    ],
  },
  {
    name: "events that nobody hears",
    why: "Each change of an element was made an event and handed up to its groups and the graph, where one listener was told of changed bounds. That one is asked directly; elements have no others.",
    published:
      "emit: function emit(events, extraParams) {\n    for (var i = 0; i < this.length; i++) {\n      var ele = this[i];\n      ele.emitter().emit(events, extraParams);\n    }\n    return this;",
    ours: `emit: function emit(event) {
    if (event === 'bounds') {
      for (var i = 0; i < this.length; i++) {
        this[i]._private.rstyle.clean = false;
      }
    }
    return this;`,
    also: [
      {
        published:
          "// notify renderer\n    this.cy().notify(event, this);\n    this.emit(event, extraParams);\n    return this;",
        ours: "return this.emit(event);",
      },
      {
        published: "if (!_p.emitter) {\n        _p.emitter = new Emitter(emitterOptions$1, ele);\n      }",
        ours: "",
      },
      {
        published: "notify: function notify(eventName, eventEles) {\n    var _p = this._private;",
        ours: "notify: function notify(eventName, eventEles) {\n    return;\n    var _p = this._private;",
      },
    ],
  },
];

/** Styles of elements. */
const STYLES: readonly Patch[] = [
  {
    name: "style asked for",
    why: "Seven calls for each of a hundred questions about each element.",
    published: /parsedStyle: function parsedStyle\(property\) \{[^]*?(?=\n {2}\},\n {2}numericStyle: )/,
    ours: `parsedStyle: function parsedStyle(property, includeNonDefault) {
    var ele = this[0], _p = ele._private;
    if (!_p.cy._private.styleEnabled) {
      return;
    }
    if (_p.styleDirty) {
      // Before it is applied, which asks for styles as well.
      _p.styleDirty = false;
      _p.cy.style().apply(ele);
    }
    var own = _p.style[property];
    if (own != null) {
      return own;
    }
    return includeNonDefault === undefined || includeNonDefault ? (styfn$2.defaultProperties || styfn$2.getDefaultProperties.call(_p.cy.style()))[property] : null;`,
  },
  {
    name: "a style changes an element once",
    why: "For each property that an element got from its style its groups, all that is in them and all their edges were gathered to forget what is known of them: 7 % of the time of an architecture diagram. Now when all properties are there.",
    published: /styfn\$8\.checkTriggers = function \([^]*?\n\};/,
    ours: `styfn$8.checkTriggers = function (ele, name, fromValue, toValue) {
  var prop = this.properties[name];
  var changes = this.changes && this.changes.ele === ele ? this.changes : newChanges(ele);
  changes.any = true;
  if (!ele.removed()) {
    if (prop.triggersBounds && prop.triggersBounds(fromValue, toValue, ele)) changes.bounds = true;
    if (prop.triggersBoundsOfConnectedEdges && prop.triggersBoundsOfConnectedEdges(fromValue, toValue, ele)) changes.edges = true;
    if (prop.triggersBoundsOfParallelEdges && prop.triggersBoundsOfParallelEdges(fromValue, toValue, ele)) changes.parallel = true;
  }
  if (changes !== this.changes) tellChanges(changes);
};
function newChanges(ele) {
  return { ele: ele, any: false, bounds: false, edges: false, parallel: false };
}
function tellChanges(changes) {
  var ele = changes.ele;
  if (!changes.any) return;
  ele.dirtyStyleCache();
  if (ele.isNode()) ele._private.cy._private.moment += 1;
  else ele._private.rstyle.clean = false;
  if (changes.bounds) {
    ele.dirtyCompoundBoundsCache();
    ele.dirtyBoundingBoxCache();
  }
  if (changes.edges) ele.connectedEdges().dirtyBoundingBoxCache();
  if (changes.parallel) ele.parallelEdges().dirtyBoundingBoxCache();
}`,
    also: [
      {
        published: "var retDiffProps = {};\n  var types = self.types;\n",
        ours: "var retDiffProps = {};\n  var types = self.types;\n  var outer = self.changes, changes = self.changes = newChanges(ele);\n",
      },
      {
        published: "  return {\n    diffProps: retDiffProps\n  };",
        ours: "  self.changes = outer;\n  tellChanges(changes);\n  return {\n    diffProps: retDiffProps\n  };",
      },
    ],
  },
  {
    name: "styles forgotten in place",
    why: "As above: four collections for each element.",
    published: /dirtyStyleCache: function dirtyStyleCache\(\) \{[^]*?(?=\n {2}\},\n {2}\/\/ fully updates)/,
    ours: `dirtyStyleCache: function dirtyStyleCache() {
    for (var i = 0; i < this.length; i++) {
      forgetStyles(this[i]._private, true);
      for (var above = this[i]._private.parent; above; above = above._private.parent) {
        forgetStyles(above._private, false);
      }
    }
    return this;`,
    also: [
      {
        published: "function styleCache(key, fn, ele) {",
        ours: `function forgetStyles(_p, andBelow) {
  _p.styleCache = null;
  for (var i = 0; i < _p.edges.length; i++) _p.edges[i]._private.styleCache = null;
  if (andBelow) for (var j = 0; j < _p.children.length; j++) forgetStyles(_p.children[j]._private, true);
}
function styleCache(key, fn, ele) {`,
      },
    ],
  },
  {
    name: "keys of styles",
    why: "All of an element's style was hashed, twice, to find what is painted already; of that only the part that tells whether a label must be measured again is used.",
    published: /styfn\$8\.updateStyleHints = function \(ele\) \{[^]*?(?=styfn\$8\.clearStyleHints = )/,
    ours: `styfn$8.updateStyleHints = function (ele) {
  var style = ele._private.style, key = DEFAULT_HASH_SEED;
  for (var name in style) {
    if (style[name] != null && this.properties[name].groupKey === 'labelDimensions') key = hashString(style[name].strValue, key);
  }
  ele._private.labelDimsKey = key;
  return false;
};
`,
  },
];

/** The ends of edges. */
const EDGES: readonly Patch[] = [
  {
    name: "edges worked out once",
    why: "An edge was worked out again whenever one of its ends, its middle or a box was asked for, because only painting marks nodes as clean. Now when something has moved or got another style since.",
    published:
      "if (ele.isEdge() && (!isCleanConnected(ele.source()) || !isCleanConnected(ele.target()))) {\n      rstyle.clean = false;\n    }",
    ours: "if (_p.group === 'edges' && (_p.styleDirty || rstyle.moment !== this.cy._private.moment)) {\n      rstyle.clean = false;\n    }",
    also: [
      {
        published: "    _rstyle2.srcX = rs.arrowStartX;",
        ours: "    _rstyle2.moment = this.cy._private.moment;\n    _rstyle2.srcX = rs.arrowStartX;",
      },
      {
        published: "    container: container,\n    // html dom ele container",
        ours: "    container: container,\n    moment: 0,",
      },
      {
        published: "      ele.dirtyBoundingBoxCache();\n    }\n  }\n};\nvar positionDef = {",
        ours: "      ele._private.cy._private.moment += 1;\n      ele.dirtyBoundingBoxCache();\n    }\n  }\n};\nvar positionDef = {",
      },
      {
        published: "    _p.autoPadding = computePaddingValues(",
        ours: "    _p.cy._private.moment += 1;\n    _p.autoPadding = computePaddingValues(",
      },
      {
        published: "    if (cy.batching()) {\n      var bEles = cy._private.batchStyleEles;",
        ours: "    if (this.length > 0) cy._private.moment += 1;\n    if (cy.batching()) {\n      var bEles = cy._private.batchStyleEles;",
      },
    ],
  },
];

export const ELEMENT_PATCHES: readonly Patch[] = [...ELEMENTS, ...STYLES, ...EDGES];
