/** The one place that relies on how Mermaid sets up the element it draws in; mermaid.test.ts holds it to that. */
import type { Element } from "../dom/element.js";
import { isElement, type Node } from "../dom/node.js";

/** One for all: with another one each time the elements would be of another shape each time. */
const NO_MARKUP: PropertyDescriptor = { configurable: true, get: () => "" };

/**
 * Keeps hold of the element that Mermaid draws in. Mermaid would write it out as text, sanitise that and throw the
 * element away; we take the live element (flattening lets far less through) and save the work.
 */
export function captureStage(host: Element): { attach(): Element; isDrawing(): boolean } {
  let stage: Element | null = null;
  const insert = host.insertBefore.bind(host);
  host.insertBefore = <T extends Node>(node: T, reference: Node | null): T => {
    if (isElement(node)) {
      stage = node;
      Object.defineProperty(node, "innerHTML", NO_MARKUP);
    }
    return insert(node, reference);
  };
  return {
    /** Mermaid adds the style sheet between parsing and drawing. */
    isDrawing: () => stage?.querySelector("style") !== null && stage !== null,
    attach() {
      const svg = stage?.querySelector("svg");
      if (!stage || !svg) throw new Error("Mermaid drew nothing");
      insert(stage, null);
      return svg;
    },
  };
}
