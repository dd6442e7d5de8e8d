/** The functions of Math that are the same everywhere. */
import { expect, it } from "vitest";
import { portableMath } from "./portable-math.js";

const { sin, cos, tan, exp, log, pow, atan, atan2 } = Math;
const portable = portableMath({ sin, cos, tan, exp, log, pow, atan, atan2 });
const ANGLES = [0.1, -0.1, 1, 2, 3, 4, 5, 6, -7.5, 100.25, 12_345.678];

it("is where the engine is, but for the last digit", () => {
  const near = (ours: number, theirs: number): void =>
    expect(Math.abs(ours - theirs)).toBeLessThanOrEqual(Math.abs(theirs) * 2 ** -51);
  for (const x of ANGLES) {
    near(portable.sin(x), sin(x));
    near(portable.cos(x), cos(x));
    near(portable.tan(x), tan(x));
    near(portable.atan(x), atan(x));
    near(portable.atan2(x, 2), atan2(x, 2));
    near(portable.exp(x % 100), exp(x % 100));
    near(portable.log(Math.abs(x)), log(Math.abs(x)));
    near(portable.pow(Math.abs(x), 1.5), Math.abs(x) ** 1.5);
  }
});

it("remembers the last angle and takes no other one for it", () => {
  const alone = ANGLES.map((x) => [portable.sin(x), portable.cos(x)]);
  for (const [index, x] of ANGLES.entries())
    for (const other of ANGLES) {
      portable.atan2(other, 3);
      portable.cos(other);
      expect([portable.sin(x), portable.cos(x)]).toEqual(alone[index]);
    }
});
