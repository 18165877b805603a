/** The lists Magento keeps inside of a cell: attributes, variations, categories. */

type Attribute = { name: string; value: string };

/** A name or a value: in quotation marks with doubled ones inside, else up to where the list goes on. */
function readQuoted(text: string, from: number): { value: string; next: number } | null {
  if (text[from] !== '"') return null;
  const [quoted] = /^"(?:[^"]|"")*"/.exec(text.slice(from)) ?? [];
  if (quoted === undefined) return null;
  return { value: quoted.slice(1, -1).replaceAll('""', '"'), next: from + quoted.length };
}

/** `,name=` or `,"a name"=`: only that ends a value, so that 'Oak, painted' is one. */
const NEXT = /^,\s*(?:[A-Za-z][A-Za-z0-9_]*|"(?:[^"]|"")*")=/;

/**
 * 'color=Red,size=L' -> the attributes in order. Null when it is no such list. Values may be quoted; unquoted ones may
 * hold commas as long as no name follows, the way Magento writes them. Where the names are known, only one that has not
 * stood yet ends a value.
 */
export function readAttributes(text: string, names: readonly string[] = []): Attribute[] | null {
  const attributes: Attribute[] = [];
  const open = new Set(names);
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const start = at + (/^[,\s]*/.exec(rest)?.[0].length ?? 0);
    if (start >= text.length) break;
    const quotedName = readQuoted(text, start);
    const name = quotedName?.value ?? /^[^=,"|]{1,100}/.exec(text.slice(start))?.[0];
    if (name === undefined) return null;
    const equals = quotedName?.next ?? start + name.length;
    if (text[equals] !== '=') return null;
    open.delete(name.trim());
    const value = readValue(text, equals + 1, names.length === 0 ? NEXT : nextOf([...open]));
    attributes.push({ name: name.trim(), value: value.value.trim() });
    at = value.next;
  }
  return attributes;
}

function nextOf(names: readonly string[]): RegExp {
  const either = names.flatMap((name) => [name, quote(name)]).map((name) => RegExp.escape(name));
  return names.length === 0 ? /(?!)/ : new RegExp(`^,\\s*(?:${either.join('|')})=`);
}

function readValue(text: string, from: number, next: RegExp): { value: string; next: number } {
  const quoted = readQuoted(text, from);
  if (quoted && (quoted.next === text.length || next.test(text.slice(quoted.next)))) return quoted;
  for (let at = text.indexOf(',', from); at >= 0; at = text.indexOf(',', at + 1)) {
    if (next.test(text.slice(at, at + 220))) return { value: text.slice(from, at), next: at };
  }
  return { value: text.slice(from), next: text.length };
}

/** A value in quotation marks, and what ends it: within, neither bar nor comma means anything. */
const QUOTED_VALUE = /="(?:[^"]|"")*"(?=\s*(?:[,|]|$))/g;

/**
 * 'sku=A,color=Red|sku=B,color=Blue' -> one list of attributes each; null when one of them cannot be read. Magento
 * escapes nothing, so a value may hold '|sku=' or ',name=': what every variation has (`codes`, of the labels, and the
 * names that stand in all of them) decides what begins a variation and what ends a value.
 */
export function readVariations(text: string, codes: readonly string[] = []): Attribute[][] | null {
  const parts = variationParts(text);
  // A name that stands nowhere is one of the rows of the variants.
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

function variationParts(text: string): string[] {
  const plain = text.replaceAll(QUOTED_VALUE, (value) => `=${'_'.repeat(value.length - 1)}`);
  const starts = [0, ...[...plain.matchAll(/\|(?=\s*sku=)/g)].map(({ index }) => index + 1)];
  return starts.map((start, at) => text.slice(start, (starts[at + 1] ?? text.length + 1) - 1));
}

/** The names that stand in every part that has any beside its sku. */
function commonNames(parts: readonly string[]): string[] {
  const lists = parts.map((part) =>
    (readAttributes(part) ?? []).map(({ name }) => name).filter((name) => name !== 'sku'),
  );
  const [first = [], ...others] = lists.filter((names) => names.length > 0);
  return [...new Set(first)].filter((name) => others.every((names) => names.includes(name)));
}

const hasName = (part: string, name: string): boolean =>
  part.includes(`,${name}=`) || part.includes(`,${quote(name)}=`);

const PLAIN_NAME = /^[A-Za-z][A-Za-z0-9_]*$/;
const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;

export function attributesText(attributes: readonly Attribute[]): string {
  return attributes
    .map(({ name, value }) => {
      const shown = /[",|=\r\n]/.test(value) ? quote(value) : value;
      return `${PLAIN_NAME.test(name) ? name : quote(name)}=${shown}`;
    })
    .join(',');
}

/** 'Home/Mugs,Gifts': paths at commas, names at slashes; either stands in a name after a backslash. */
export function readPaths(text: string): string[][] {
  const paths: string[][] = [['']];
  for (let at = 0; at < text.length; at += 1) {
    const path = paths.at(-1) ?? [];
    const sign = text[at] ?? '';
    const next = text[at + 1] ?? '';
    if (sign === '\\' && ['/', ',', '\\'].includes(next)) {
      path[path.length - 1] += next;
      at += 1;
    } else if (sign === ',') paths.push(['']);
    else if (sign === '/') path.push('');
    else path[path.length - 1] += sign;
  }
  return paths
    .map((path) => path.map((name) => name.trim()).filter((name) => name !== ''))
    .filter((path) => path.length > 0);
}

export function pathsText(paths: readonly (readonly string[])[]): string {
  const escaped = (name: string): string => name.replaceAll(/[\\/,]/g, (sign) => `\\${sign}`);
  return paths.map((path) => path.map(escaped).join('/')).join(',');
}
