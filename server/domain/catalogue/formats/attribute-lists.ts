type Attribute = { name: string; value: string };

function readQuoted(text: string, from: number): { value: string; next: number } | null {
  if (text[from] !== '"') return null;
  const [quoted] = /^"(?:[^"]|"")*"/.exec(text.slice(from)) ?? [];
  if (quoted === undefined) return null;
  return { value: quoted.slice(1, -1).replaceAll('""', '"'), next: from + quoted.length };
}

/** A value ends only where the next name begins, so 'Oak, painted' stays whole. */
const NEXT = /^,\s*(?:[A-Za-z][A-Za-z0-9_]*|"(?:[^"]|"")*")=/;

/**
 * Parses 'color=Red,size=L', or returns null. Unquoted values may contain commas, so only a comma before a name (from
 * `names`, if given) ends a value.
 */
export function readAttributes(text: string, names: readonly string[] = []): Attribute[] | null {
  const attributes: Attribute[] = [];
  const open = new Set(names);
  let position = 0;
  while (position < text.length) {
    const rest = text.slice(position);
    const start = position + (/^[,\s]*/.exec(rest)?.[0].length ?? 0);
    if (start >= text.length) break;
    const quotedName = readQuoted(text, start);
    const name = quotedName?.value ?? /^[^=,"|]{1,100}/.exec(text.slice(start))?.[0];
    if (name === undefined) return null;
    const equals = quotedName?.next ?? start + name.length;
    if (text[equals] !== '=') return null;
    open.delete(name.trim());
    const value = readValue(text, equals + 1, names.length === 0 ? NEXT : buildNextNamePattern([...open]));
    attributes.push({ name: name.trim(), value: value.value.trim() });
    position = value.next;
  }
  return attributes;
}

function buildNextNamePattern(names: readonly string[]): RegExp {
  const alternatives = names.flatMap((name) => [name, quote(name)]).map((name) => RegExp.escape(name));
  return names.length === 0 ? /(?!)/ : new RegExp(`^,\\s*(?:${alternatives.join('|')})=`);
}

function readValue(text: string, from: number, next: RegExp): { value: string; next: number } {
  const quoted = readQuoted(text, from);
  if (quoted && (quoted.next === text.length || next.test(text.slice(quoted.next)))) return quoted;
  for (let comma = text.indexOf(',', from); comma >= 0; comma = text.indexOf(',', comma + 1)) {
    if (next.test(text.slice(comma, comma + 220))) return { value: text.slice(from, comma), next: comma };
  }
  return { value: text.slice(from), next: text.length };
}

const QUOTED_VALUE = /="(?:[^"]|"")*"(?=\s*(?:[,|]|$))/g;

/**
 * Parses 'sku=A,color=Red|sku=B,color=Blue', or returns null. Magento escapes nothing, so only `codes` and names shared
 * by all variations separate values.
 */
export function readVariations(text: string, codes: readonly string[] = []): Attribute[][] | null {
  const parts = splitVariations(text);
  const named = codes.filter((name) => parts.some((part) => hasName(part, name)));
  const names = [...new Set([...named, ...commonNames(parts)])];
  const complete: string[] = [];
  for (const part of parts) {
    if (complete.length > 0 && !names.every((name) => hasName(part, name))) complete.push(`${complete.pop()}|${part}`);
    else complete.push(part);
  }
  const lists = complete.map((part) => readAttributes(part, names.length === 0 ? [] : ['sku', ...names]));
  return lists.every((list) => list !== null) ? lists : null;
}

function splitVariations(text: string): string[] {
  const plain = text.replaceAll(QUOTED_VALUE, (value) => `=${'_'.repeat(value.length - 1)}`);
  const starts = [0, ...[...plain.matchAll(/\|(?=\s*sku=)/g)].map(({ index }) => index + 1)];
  return starts.map((start, index) => text.slice(start, (starts[index + 1] ?? text.length + 1) - 1));
}

function commonNames(parts: readonly string[]): string[] {
  const lists = parts.map((part) =>
    (readAttributes(part) ?? []).map(({ name }) => name).filter((name) => name !== 'sku'),
  );
  const [first = [], ...otherLists] = lists.filter((names) => names.length > 0);
  return [...new Set(first)].filter((name) => otherLists.every((names) => names.includes(name)));
}

const hasName = (part: string, name: string): boolean =>
  part.includes(`,${name}=`) || part.includes(`,${quote(name)}=`);

const PLAIN_NAME = /^[A-Za-z][A-Za-z0-9_]*$/;
const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;

export function formatAttributes(attributes: readonly Attribute[]): string {
  return attributes
    .map(({ name, value }) => {
      const valueText = /[",|=\r\n]/.test(value) ? quote(value) : value;
      return `${PLAIN_NAME.test(name) ? name : quote(name)}=${valueText}`;
    })
    .join(',');
}

/** Parses category paths such as 'Home/Mugs,Gifts'. A backslash escapes the next character. */
export function readPaths(text: string): string[][] {
  const paths: string[][] = [['']];
  for (let position = 0; position < text.length; position += 1) {
    const path = paths.at(-1) ?? [];
    const sign = text[position] ?? '';
    const next = text[position + 1] ?? '';
    if (sign === '\\' && ['/', ',', '\\'].includes(next)) {
      path[path.length - 1] += next;
      position += 1;
    } else if (sign === ',') paths.push(['']);
    else if (sign === '/') path.push('');
    else path[path.length - 1] += sign;
  }
  return paths
    .map((path) => path.map((name) => name.trim()).filter((name) => name !== ''))
    .filter((path) => path.length > 0);
}

export function formatPaths(paths: readonly (readonly string[])[]): string {
  const escaped = (name: string): string => name.replaceAll(/[\\/,]/g, (sign) => `\\${sign}`);
  return paths.map((path) => path.map(escaped).join('/')).join(',');
}
