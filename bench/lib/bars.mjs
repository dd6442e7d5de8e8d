// What is asked of ours: `{ column, rows?, atMost, of }`. `of` is "peer" for the best other row (the lower bound is
// nobody's program), or the unit of an absolute limit. It must hold for the named rows, or for every row of ours.

/** Whether a row is about this project. */
export const isOurs = ({ name }) => /^(?:framework|ours)/.test(name);
const isPeer = (row) => !isOurs(row) && row.name !== "lower bound";

/** One line per bar: what was measured, what is asked, and whether it is met. */
export function judge({ title, rows, bars }) {
  return bars.map(({ column, rows: names, atMost, of }) => {
    const mine = rows.filter((row) => (names ? names.includes(row.name) : isOurs(row)));
    const value = Math.max(...mine.map((row) => row[column]));
    const peers = rows.filter((row) => isPeer(row) && typeof row[column] === "number");
    const best = peers.toSorted((a, b) => a[column] - b[column])[0];
    const measured = of === "peer" ? value / (best?.[column] ?? Number.NaN) : value;
    return {
      title: names
        ? `${title} (${names.length > 2 ? `${names[0]} to ${names.at(-1)}` : names.join(", ")})`
        : title,
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
