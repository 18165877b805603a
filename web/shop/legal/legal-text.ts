/** `version`: YYYY-MM-DD. */
export type LegalText = { title: string; version: string; summary: string; sections: readonly LegalSection[] };

/** `id` is the anchor. */
export type LegalSection = { id: string; title: string; intro?: string; clauses: readonly Clause[] };

/** Strings are paragraphs, arrays are lists. Placeholders: `{operator}`, `{abn}`, `{contact}`, `{shop}`. */
export type Clause = { title: string; body: readonly (string | readonly string[])[] };

export type Operator = { operator: string; abn: string; contact: string; shop: string };

export function fillIn(text: string, names: Operator): string {
  return text.replace(/\{(operator|abn|contact|shop)\}/g, (_, name: keyof Operator) => names[name]);
}

export function wordsOf({ title, intro = '', clauses }: LegalSection): string {
  return [title, intro, ...clauses.flatMap((clause) => [clause.title, ...clause.body.flat()])].join('\n');
}

/** '3.2': second clause of the third section. */
export function clauseNumber(section: number, clause: number): string {
  return `${section + 1}.${clause + 1}`;
}

/** 'overview-2': second clause of the overview. */
export function clauseId({ id }: Pick<LegalSection, 'id'>, clause: number): string {
  return `${id}-${clause + 1}`;
}

export type Part = { words: string; href?: string };

const ELSEWHERE = [
  { words: 'Privacy Policy', href: '/privacy' },
  { words: 'oaic.gov.au', href: 'https://www.oaic.gov.au' },
] as const;

/** Links mentions of other sections, the contact and other pages. */
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
