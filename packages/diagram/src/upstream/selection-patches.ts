/** Changes to d3's selections, through which Mermaid sets every attribute of every element. */
import { inModules, type Patch } from "./patch.js";

const SELECTION = /\/node_modules\/d3-selection\/dist\/d3-selection\.mjs$/;

export const SELECTION_PATCHES: readonly Patch[] = inModules(SELECTION, [
  {
    name: "attributes set at once",
    why: "For each attribute a function was made, which another one called for each element with all that it was called with: 6 % of the time of a treemap, of which 3 are left with the two below.",
    published: "  return this.each((value == null\n      ? (fullname.local ? attrRemoveNS",
    ours: `  if (value != null && !fullname.local) {
    const isFunction = typeof value === "function";
    for (let j = 0, groups = this._groups; j < groups.length; ++j)
      for (let i = 0, group = groups[j]; i < group.length; ++i) {
        const node = group[i];
        if (!node) continue;
        const v = isFunction ? value.call(node, node.__data__, i, group) : value;
        if (v == null) node.removeAttribute(fullname);
        else node.setAttribute(fullname, v);
      }
    return this;
  }
  return this.each((value == null
      ? (fullname.local ? attrRemoveNS`,
  },
  {
    name: "styles set at once",
    why: "As with attributes.",
    published: "  return arguments.length > 1\n      ? this.each((value == null\n            ? styleRemove",
    ours: `  if (value != null && typeof value !== "function") {
    for (let j = 0, groups = this._groups; j < groups.length; ++j)
      for (let i = 0, group = groups[j]; i < group.length; ++i)
        if (group[i]) group[i].style.setProperty(name, value, priority == null ? "" : priority);
    return this;
  }
  return arguments.length > 1
      ? this.each((value == null
            ? styleRemove`,
  },
  {
    name: "elements appended at once",
    why: "As with attributes.",
    published:
      "  return this.select(function() {\n    return this.appendChild(create.apply(this, arguments));\n  });",
    ours: `  const groups = this._groups, subgroups = new Array(groups.length);
  for (let j = 0; j < groups.length; ++j) {
    const group = groups[j], subgroup = subgroups[j] = new Array(group.length);
    for (let i = 0; i < group.length; ++i) {
      const node = group[i];
      if (!node) continue;
      const subnode = node.appendChild(create.call(node, node.__data__, i, group));
      if ("__data__" in node) subnode.__data__ = node.__data__;
      subgroup[i] = subnode;
    }
  }
  return new Selection(subgroups, this._parents);`,
  },
]);
