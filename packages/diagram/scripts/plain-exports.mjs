// What a chunk shares with others as plain values. The bundler shares each as a getter, so that others see a new value; nearly
// all are functions and constants that never get one, and every use of one was a call: an eighth of all calls of a drawing.
import { parseAst } from "rolldown/parseAst";

const GETTER =
  /Object\.defineProperty\(exports, (["'][^"']+["']), \{\s*enumerable: true,\s*get: function \(\) \{\s*return ([\w$]+);\s*\}\s*\}\);/g;

/** Where each kind of node that gives a variable a new value names it. */
const TARGETS = {
  AssignmentExpression: "left",
  UpdateExpression: "argument",
  ForInStatement: "left",
  ForOfStatement: "left",
};

/** The names in a target: of a pattern all, whatever they mean there. */
function addNames(node, names) {
  if (typeof node !== "object" || node === null) return;
  if (node.type === "Identifier") names.add(node.name);
  else if (node.type !== "MemberExpression") for (const part of Object.values(node)) addNames(part, names);
}

/** The names of all variables, in whichever scope, that get a value after their declaration. */
function assignedNames(root) {
  const names = new Set();
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    const target = TARGETS[node.type];
    if (target) addNames(node[target], names);
    for (const part of Object.values(node)) if (typeof part === "object" && part !== null) open.push(part);
  }
  return names;
}

/** The plugin; a chunk's getters stand at its end, where every constant has its value. */
export const plainExports = {
  name: "plain-exports",
  renderChunk(code) {
    if (code.search(GETTER) < 0) return null;
    const assigned = assignedNames(parseAst(code));
    return {
      code: code.replace(GETTER, (whole, name, value) =>
        assigned.has(value) ? whole : `exports[${name}] = ${value};`,
      ),
      map: null,
    };
  },
};
