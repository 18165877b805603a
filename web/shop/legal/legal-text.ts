/** `version`: the date of the text as YYYY-MM-DD. */
export type LegalText = { title: string; version: string; summary: string; sections: readonly LegalSection[] };

export type LegalSection = { id: string; title: string; intro?: string; clauses: readonly Clause[] };

/**
 * In `body`, a string is a paragraph and an array is a list. Texts may contain the placeholders `{operator}`, `{abn}`,
 * `{contact}` and `{shop}`.
 */
export type Clause = { title: string; body: readonly (string | readonly string[])[] };

export type Operator = { operator: string; abn: string; contact: string; shop: string };

export function fillIn(text: string, names: Operator): string {
  return text.replace(/\{(operator|abn|contact|shop)\}/g, (_, name: keyof Operator) => names[name]);
}

export function joinSectionText({ title, intro = '', clauses }: LegalSection): string {
  return [title, intro, ...clauses.flatMap((clause) => [clause.title, ...clause.body.flat()])].join('\n');
}

/** Returns the number of a clause, such as '3.2'. Both indexes start at 0. */
export function clauseNumber(section: number, clause: number): string {
  return `${section + 1}.${clause + 1}`;
}

/** Returns the anchor of a clause, such as 'overview-2'. The index starts at 0. */
export function clauseId({ id }: Pick<LegalSection, 'id'>, clause: number): string {
  return `${id}-${clause + 1}`;
}

export type Part = { words: string; href?: string };

const ELSEWHERE = [
  { words: 'Privacy Policy', href: '/privacy' },
  { words: 'oaic.gov.au', href: 'https://www.oaic.gov.au' },
] as const;

export function withLinks(
  words: string,
  { text, section, contact }: { text: LegalText; section: LegalSection; contact: string },
): Part[] {
  const mail = contact.includes('@') ? [{ words: contact, href: `mailto:${contact}` }] : [];
  const sections = text.sections
    .filter(({ id }) => id !== section.id)
    .map(({ id, title }) => ({ words: title.replace(/ \(.*/, ''), href: `#${id}` }));
  const hrefs = new Map([...ELSEWHERE, ...mail, ...sections].map((link) => [link.words, link.href]));
  const names = [...hrefs.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return words
    .split(new RegExp(`(${names.join('|')})`))
    .filter((part) => part !== '')
    .map((part) => {
      const href = hrefs.get(part);
      return href === undefined ? { words: part } : { words: part, href };
    });
}
