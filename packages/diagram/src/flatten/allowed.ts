/** The white lists: what may stand in a drawing. */
import { declaredImageSize } from "../dom/image-size.js";

const words = (list: string): string[] => list.trim().split(/\s+/);

const ELEMENTS = words(`
    svg g a defs marker path rect circle ellipse line polyline polygon text image use symbol clipPath mask pattern
    linearGradient radialGradient stop filter foreignObject switch feGaussianBlur feOffset feMerge feMergeNode
    feFlood feComposite feColorMatrix feBlend feDropShadow feComponentTransfer feFuncR feFuncG feFuncB feFuncA
    feMorphology feTurbulence feDisplacementMap`);
const BY_NAME = new Map(
  ELEMENTS.flatMap((name) => [[name, name] as const, [name.toLowerCase(), name] as const]),
);

/** How an element may stand in the result, if it may, however its name is written; links become plain groups. */
export const allowedElement = (name: string): string | undefined =>
  BY_NAME.get(name) ?? BY_NAME.get(name.toLowerCase());

/** Attributes that are copied; none of them can name a resource or carry code. */
export const ALLOWED_ATTRIBUTES: ReadonlySet<string> = new Set(
  words(`
    x y x1 y1 x2 y2 cx cy r rx ry fx fy width height d points viewBox preserveAspectRatio gradientUnits
    gradientTransform spreadMethod offset refX refY markerWidth markerHeight markerUnits orient clipPathUnits
    maskUnits maskContentUnits patternUnits patternContentUnits patternTransform filterUnits primitiveUnits
    stdDeviation in in2 result dx dy operator k1 k2 k3 k4 values type mode tableValues slope intercept amplitude
    exponent radius baseFrequency numOctaves seed scale xChannelSelector yChannelSelector pathLength id`),
);

/** Style properties that are written out. */
export const ALLOWED_PROPERTIES: ReadonlySet<string> = new Set(
  words(`
    fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-dasharray stroke-dashoffset stroke-linecap
    stroke-linejoin stroke-miterlimit opacity display visibility clip-path clip-rule mask filter marker-start
    marker-mid marker-end stop-color stop-opacity flood-color flood-opacity mix-blend-mode isolation paint-order
    shape-rendering vector-effect color-interpolation-filters text-decoration`),
);

/** Lengths that CSS may set as well as an attribute. */
export const GEOMETRY_PROPERTIES: readonly string[] = words("x y cx cy r rx ry width height");

/** Elements whose content is used elsewhere and not drawn where it stands. */
export const UNDRAWN_ELEMENTS: ReadonlySet<string> = new Set(
  words("defs marker clipPath mask pattern symbol linearGradient radialGradient filter"),
);

/** Pictures may be embedded, never referred to. */
const EMBEDDED_IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,[\w+/=\s]*$/i;

/** Pixels of one embedded picture: whoever shows it must unpack them all, however small it is shown. */
const MAX_IMAGE_PIXELS = 16_000_000;

/** Whether a picture is embedded and declares a size that is safe to unpack. */
export function isDrawnImage(source: string): boolean {
  if (!EMBEDDED_IMAGE.test(source)) return false;
  const size = declaredImageSize(source);
  return size !== null && size.width * size.height <= MAX_IMAGE_PIXELS;
}
