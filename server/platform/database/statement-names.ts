const OFTEN = 10;
const LIST = /\bin \(\$\d+, \$|\), \((\$|default)/i;
/** Limited, because each connection keeps its prepared statements until it closes. */
const MAX_NAMES = 500;
const COUNTED = 5_000;

/** Returns a name under which each connection prepares a frequent statement; undefined for others. */
export function createStatementNamer(): (text: string) => string | undefined {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  return (text) => {
    const name = names.get(text);
    if (name || names.size >= MAX_NAMES || LIST.test(text)) return name;
    const count = (counts.get(text) ?? 0) + 1;
    if (counts.size >= COUNTED) counts.clear();
    counts.set(text, count);
    if (count < OFTEN) return undefined;
    counts.delete(text);
    const newName = `s${names.size + 1}`;
    names.set(text, newName);
    return newName;
  };
}
