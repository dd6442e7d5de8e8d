/** Names of namespaces, elements and attributes that the parser and the writer treat in their own way. */

/** The namespaces that occur in a drawing. */
export const NAMESPACES = {
  html: "http://www.w3.org/1999/xhtml",
  svg: "http://www.w3.org/2000/svg",
  xlink: "http://www.w3.org/1999/xlink",
  mathml: "http://www.w3.org/1998/Math/MathML",
} as const;

const words = (list: string): string[] => list.split(" ");

/** HTML elements that never have content. */
export const VOID_ELEMENTS = new Set(words("area base br col embed hr img input link meta source track wbr"));

/** Elements whose content is text up to their end tag. */
export const RAW_TEXT_ELEMENTS = new Set(
  words("script style textarea title xmp noembed noframes plaintext iframe"),
);

const byLowerCase = (list: string): Map<string, string> =>
  new Map(words(list).map((name) => [name.toLowerCase(), name]));

/** SVG element names in their own letter case, found by their lower-case spelling. */
export const SVG_ELEMENT_CASE = byLowerCase(
  "foreignObject linearGradient radialGradient clipPath textPath feGaussianBlur feOffset feMerge feMergeNode feFlood feComposite feColorMatrix feBlend feDropShadow feComponentTransfer feFuncR feFuncG feFuncB feFuncA feMorphology feTurbulence feDisplacementMap animateTransform",
);

/** SVG attribute names in their own letter case, found by their lower-case spelling. */
export const SVG_ATTRIBUTE_CASE = byLowerCase(
  "viewBox preserveAspectRatio gradientUnits gradientTransform refX refY markerWidth markerHeight markerUnits clipPathUnits maskUnits patternUnits patternTransform filterUnits primitiveUnits stdDeviation textLength startOffset pathLength",
);
