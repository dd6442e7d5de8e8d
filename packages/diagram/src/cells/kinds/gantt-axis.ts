/** The axis of a gantt chart: which dates are marked, and how they are written. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const MONTH = 30 * DAY;
const YEAR = 365 * DAY;
const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);
const DAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
/** Steps between marks that people find natural, as lengths and as what to count. */
const STEPS: readonly (readonly [
  number,
  "millisecond" | "second" | "minute" | "hour" | "day" | "month" | "year",
  number,
])[] = [
  [1, "millisecond", 1],
  [10, "millisecond", 10],
  [100, "millisecond", 100],
  [SECOND, "second", 1],
  [5 * SECOND, "second", 5],
  [15 * SECOND, "second", 15],
  [30 * SECOND, "second", 30],
  [MINUTE, "minute", 1],
  [5 * MINUTE, "minute", 5],
  [15 * MINUTE, "minute", 15],
  [30 * MINUTE, "minute", 30],
  [HOUR, "hour", 1],
  [3 * HOUR, "hour", 3],
  [6 * HOUR, "hour", 6],
  [12 * HOUR, "hour", 12],
  [DAY, "day", 1],
  [2 * DAY, "day", 2],
  [WEEK, "day", 7],
  [2 * WEEK, "day", 14],
  [MONTH, "month", 1],
  [2 * MONTH, "month", 2],
  [3 * MONTH, "month", 3],
  [6 * MONTH, "month", 6],
  [YEAR, "year", 1],
  [2 * YEAR, "year", 2],
  [5 * YEAR, "year", 5],
  [10 * YEAR, "year", 10],
  [50 * YEAR, "year", 50],
  [100 * YEAR, "year", 100],
  [1000 * YEAR, "year", 1000],
];
const MOST_TICKS = 400;

/** Dates between two at which a mark stands, at most `count` of them. */
export function ticksBetween(from: number, to: number, count: number): Date[] {
  const span = Math.max(1, to - from);
  const step = STEPS.find(([length]) => span / length <= count) ?? STEPS.at(-1);
  if (!step) return [];
  const [length, unit, every] = step;
  const ticks: Date[] = [];
  const add = (date: Date): void => {
    if (date.getTime() >= from && date.getTime() <= to && ticks.length < MOST_TICKS) ticks.push(date);
  };
  const start = new Date(from);
  if (unit === "year")
    for (
      let year = Math.ceil(start.getFullYear() / every) * every;
      year <= new Date(to).getFullYear();
      year += every
    )
      add(new Date(year, 0, 1));
  else if (unit === "month")
    for (let month = 0; month * MONTH <= span + 13 * MONTH; month += every)
      add(new Date(start.getFullYear(), month, 1));
  else if (unit === "day") {
    const first = new Date(start.getFullYear(), start.getMonth(), start.getDate());
    for (let day = 0; day * DAY <= span + DAY; day += every)
      add(new Date(first.getFullYear(), first.getMonth(), first.getDate() + day));
  } else {
    const midnight = new Date(start.getFullYear(), start.getMonth(), start.getDate()).getTime();
    for (let at = midnight + Math.ceil((from - midnight) / length) * length; at <= to; at += length)
      add(new Date(at));
  }
  return ticks;
}

const two = (value: number): string => String(value).padStart(2, "0");

function dayOfYear(date: Date): number {
  return (
    Math.round(
      (new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime() -
        new Date(date.getFullYear(), 0, 1).getTime()) /
        DAY,
    ) + 1
  );
}

function isoWeek(date: Date): number {
  const thursday = new Date(
    date.getFullYear(),
    date.getMonth(),
    date.getDate() + 3 - ((date.getDay() + 6) % 7),
  );
  return 1 + Math.floor((dayOfYear(thursday) - 1) / 7);
}

/** A date in the format that the diagram asks for. */
export function formatDate(date: Date, format: string): string {
  const hour = date.getHours();
  const signs: Readonly<Record<string, string>> = {
    Y: String(date.getFullYear()),
    y: two(date.getFullYear() % 100),
    m: two(date.getMonth() + 1),
    B: MONTHS[date.getMonth()] ?? "",
    b: (MONTHS[date.getMonth()] ?? "").slice(0, 3),
    h: (MONTHS[date.getMonth()] ?? "").slice(0, 3),
    d: two(date.getDate()),
    e: String(date.getDate()).padStart(2, " "),
    A: DAYS[date.getDay()] ?? "",
    a: (DAYS[date.getDay()] ?? "").slice(0, 3),
    u: String(((date.getDay() + 6) % 7) + 1),
    w: String(date.getDay()),
    j: String(dayOfYear(date)).padStart(3, "0"),
    U: two(Math.floor((dayOfYear(date) + 6 - date.getDay()) / 7)),
    W: two(Math.floor((dayOfYear(date) + 6 - ((date.getDay() + 6) % 7)) / 7)),
    V: two(isoWeek(date)),
    q: String(Math.floor(date.getMonth() / 3) + 1),
    H: two(hour),
    I: two(hour % 12 === 0 ? 12 : hour % 12),
    p: hour < 12 ? "AM" : "PM",
    M: two(date.getMinutes()),
    S: two(date.getSeconds()),
    L: String(date.getMilliseconds()).padStart(3, "0"),
    s: String(Math.floor(date.getTime() / SECOND)),
    Q: String(date.getTime()),
    x: `${date.getMonth() + 1}/${date.getDate()}/${date.getFullYear()}`,
    X: `${two(hour)}:${two(date.getMinutes())}:${two(date.getSeconds())}`,
    "%": "%",
  };
  return format.replace(/%[-_0]?([a-zA-Z%])/g, (match, sign: string) => {
    const text = signs[sign] ?? match;
    return match[1] === "-" ? text.replace(/^0+(?=\d)/, "") : text;
  });
}
