/** Rows of a CSV file as it is read: quoted fields may hold commas, line ends and doubled quotes. */

/** Yields each row as its fields. The pieces may be cut anywhere. */
export async function* csvRows(pieces: AsyncIterable<string>): AsyncGenerator<string[]> {
  let row: string[] = [];
  let field = "";
  let isQuoted = false;
  /** A quote inside quotes was the last letter: it ends the field, unless another follows. */
  let mayEnd = false;
  for await (const piece of pieces) {
    for (const letter of piece) {
      if (isQuoted) {
        if (letter === '"' && mayEnd) field += '"';
        else if (letter !== '"' && !mayEnd) field += letter;
        if (letter === '"') {
          mayEnd = !mayEnd;
          continue;
        }
        if (!mayEnd) continue;
        isQuoted = false;
        mayEnd = false;
      }
      if (letter === '"' && field === "") isQuoted = true;
      else if (letter === ",") {
        row.push(field);
        field = "";
      } else if (letter === "\n") {
        row.push(field);
        field = "";
        if (row.length > 1 || row[0] !== "") yield row;
        row = [];
      } else if (letter !== "\r") field += letter;
    }
  }
  if (field !== "" || row.length > 0) yield [...row, field];
}

/** Rows by the names in the first one. */
export async function* csvRecords(pieces: AsyncIterable<string>): AsyncGenerator<Record<string, string>> {
  let names: string[] | undefined;
  for await (const row of csvRows(pieces)) {
    if (names) yield Object.fromEntries(names.map((name, place) => [name, row[place] ?? ""]));
    else names = row.map((name, place) => (place === 0 ? name.replace(/^\uFEFF/, "") : name).trim());
  }
}
