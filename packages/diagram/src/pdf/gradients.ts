/** Gradients that PDF has words for. */
import { IDENTITY, type Matrix, multiply, parseTransform } from "../layout/matrix.js";
import { matrixNumbers, number, numbers, type Rgb, rgb } from "./operators.js";
import { numberOf, type Outline } from "./outlines.js";

/** Changes a colour; null leaves it. */
export type Recolor = ((color: Rgb) => Rgb) | null;

/** Whether it is opaque and ends in plain colour: what is not has to be drawn in pixels. */
export const isPlainGradient = ({ name, attributes, children }: Outline): boolean =>
  (name === "linearGradient" || name === "radialGradient") &&
  (attributes.get("spreadMethod") ?? "pad") === "pad" &&
  children.length > 0 &&
  children.every((stop) => numberOf(stop, "stop-opacity", 1) === 1);

/** The colours from 0 to 1: a function for each piece between two stops. */
function colorFunction(gradient: Outline, recolor: Recolor): string {
  const stops = gradient.children.map((stop) => {
    const color = rgb(stop.attributes.get("stop-color") ?? "#000000");
    return { at: numberOf(stop, "offset", 0), color: recolor ? recolor(color) : color };
  });
  const pieces: string[] = [];
  const bounds: number[] = [];
  let from = { at: 0, color: stops[0]?.color ?? rgb("#000000") };
  const end = { at: 1, color: stops.at(-1)?.color ?? from.color };
  for (const to of [...stops, end]) {
    if (to.at > from.at) {
      if (pieces.length > 0) bounds.push(from.at);
      pieces.push(
        `<< /FunctionType 2 /Domain [0 1] /C0 [${numbers(from.color)}] /C1 [${numbers(to.color)}] /N 1 >>`,
      );
    }
    from = { at: Math.max(from.at, to.at), color: to.color };
  }
  const encode = pieces.map(() => "0 1").join(" ");
  return `<< /FunctionType 3 /Domain [0 1] /Functions [${pieces.join(" ")}] /Bounds [${bounds.map((at) => at.toFixed(6)).join(" ")}] /Encode [${encode}] >>`;
}

/** The gradient as a pattern; `units` says what its lengths mean when they are parts of a box. */
export function gradientPattern(gradient: Outline, matrix: Matrix, units: Matrix, recolor: Recolor): string {
  const { attributes } = gradient;
  const at = (name: string, otherwise = 0): string => number(numberOf(gradient, name, otherwise));
  const own = parseTransform(attributes.get("gradientTransform") ?? "");
  const inBox = attributes.get("gradientUnits") === "userSpaceOnUse" ? IDENTITY : units;
  const placed = multiply(multiply(matrix, inBox), own);
  const [type, coordinates] =
    gradient.name === "linearGradient"
      ? [2, `${at("x1")} ${at("y1")} ${at("x2", 1)} ${at("y2")}`]
      : [3, `${at("fx")} ${at("fy")} 0 ${at("cx")} ${at("cy")} ${at("r")}`];
  const shading = `<< /ShadingType ${type} /ColorSpace /DeviceRGB /Coords [${coordinates}] /Function ${colorFunction(gradient, recolor)} /Extend [true true] >>`;
  return `<< /PatternType 2 /Matrix [${matrixNumbers(placed)}] /Shading ${shading} >>`;
}
