// What is asked of ours: `{ column, ours?, atMost, of }`. `of` is "peer" for the best other row (the lower bound is
// nobody's program), or a unit for an absolute limit. `ours` names the row; without it every row of ours must do.

/** Whether a row is about this project. */
export const isOurs = ({ name }) => /^(?:framework|ours)/.test(name);
const isPeer = (row) => !isOurs(row) && row.name !== "lower bound";

/** One line per bar: what was measured, what is asked, and whether it is met. */
export function judge({ title, rows, bars }) {
  return bars.map(({ column, ours, atMost, of }) => {
    const mine = rows.filter((row) => (ours ? row.name === ours : isOurs(row)));
    const value = Math.max(...mine.map((row) => row[column]));
    const peers = rows.filter((row) => isPeer(row) && typeof row[column] === "number");
    const best = peers.toSorted((a, b) => a[column] - b[column])[0];
    const measured = of === "peer" ? value / (best?.[column] ?? Number.NaN) : value;
    return {
      title: ours ? `${title} (${ours})` : title,
      column,
      value,
      against: of === "peer" ? (best ? `${best.name}: ${show(best[column])}` : "no peer finished") : "",
      measured: of === "peer" ? `${show(measured)}x` : `${show(measured)} ${of}`,
      asked: of === "peer" ? `at most ${atMost}x` : `at most ${atMost} ${of}`,
      met: measured <= atMost || (of === "peer" && !best),
    };
  });
}

/** A number with three digits. */
export const show = (value) =>
  typeof value === "number" ? String(Number(value.toPrecision(3))) : (value ?? "-");
