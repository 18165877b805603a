/** A legal text as data: the page lays it out, a test holds the facts against it. */
export type LegalText = { title: string; version: string; summary: string; sections: readonly LegalSection[] };

/** `id` is the anchor. */
export type LegalSection = { id: string; title: string; intro?: string; clauses: readonly Clause[] };

/** A text is a paragraph, a list of texts its points. `{operator}`, `{abn}`, `{contact}` and `{shop}` are filled in. */
export type Clause = { title: string; body: readonly (string | readonly string[])[] };

export type Operator = { operator: string; abn: string; contact: string; shop: string };

/** Puts the names of the settings into a text. */
export function fillIn(text: string, names: Operator): string {
  return text.replace(/\{(operator|abn|contact|shop)\}/g, (_, name: keyof Operator) => names[name]);
}

/** All words of a section in reading order. */
export function wordsOf({ title, intro = '', clauses }: LegalSection): string {
  return [title, intro, ...clauses.flatMap((clause) => [clause.title, ...clause.body.flat()])].join('\n');
}

/** '3.2' of the second clause of the third section. */
export function clauseNumber(section: number, clause: number): string {
  return `${section + 1}.${clause + 1}`;
}
