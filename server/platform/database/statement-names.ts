/** Sent so often, a statement is prepared. */
const OFTEN = 10;
/** A list of values or of rows, whose length differs from call to call. */
const LIST = /\bin \(\$\d+, \$|\), \((\$|default)/i;
/** Each connection keeps the prepared ones for as long as it lives. */
const MOST = 500;
/** Statements that are counted at a time. */
const COUNTED = 5_000;

/**
 * Names what is sent often to one database: the name under which each of its connections prepares a statement;
 * undefined while it is sent as it is.
 */
export function statementNames(): (text: string) => string | undefined {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  return (text) => {
    const name = names.get(text);
    if (name || names.size >= MOST || LIST.test(text)) return name;
    const count = (counts.get(text) ?? 0) + 1;
    if (counts.size >= COUNTED) counts.clear();
    counts.set(text, count);
    if (count < OFTEN) return undefined;
    counts.delete(text);
    const made = `s${names.size + 1}`;
    names.set(text, made);
    return made;
  };
}
