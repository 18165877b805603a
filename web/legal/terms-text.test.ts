import { describe, expect, test } from 'vitest';
import { clauseId, dateText, fillIn, type LegalSection, type LegalText, withLinks, wordsOf } from './legal-text.ts';
import { privacy } from './privacy-text.ts';
import { terms } from './terms-text.ts';

const section = (id: string): string => {
  const section = terms.sections.find((candidate) => candidate.id === id);
  if (!section) throw new Error(`The terms have no section ${id}.`);
  return wordsOf(section);
};
const titles = terms.sections.map(({ title }) => title);

describe('the terms and conditions', () => {
  test.each([
    ['LG-13', 'Overview'],
    ['LG-14', 'Website Terms of Use'],
    ['LG-15', 'Fair Use Policy'],
    ['LG-16', 'Other Practices'],
    ['LG-17', 'Data Processing Agreement (sample)'],
  ])('%s have a section %s', (_id, title) => {
    expect(titles).toContain(title);
  });

  test('LG-18 end with vendor terms and member terms, after the sample agreement', () => {
    expect(titles.slice(-3)).toEqual(['Data Processing Agreement (sample)', 'Vendor Terms', 'Member Terms']);
  });

  test('LG-19 are the version of 11 September 2020', () => {
    expect(dateText(terms.version, 'en-AU')).toBe('11 September 2020');
    expect(dateText(terms.version, 'de')).toBe('11. September 2020');
  });
});

describe.each([
  ['terms', terms],
  ['privacy', privacy],
] as [string, LegalText][])('the text of %s', (_name, text) => {
  test('has anchors of its own for every section and no empty clause', () => {
    const ids = text.sections.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    const clauses = text.sections.flatMap((section) => section.clauses);
    const short = clauses.filter(({ body }) => body.length === 0 || body.flat().some((words) => words.length < 12));
    expect(short).toEqual([]);
  });

  test('is filled in with the names of the settings and nothing is left open', () => {
    const names = { operator: 'Shop Pty Ltd', abn: '12 345 678 901', contact: 'help@shop.example', shop: 'Shop' };
    const filled = text.sections.map((section) => fillIn(wordsOf(section), names)).join('\n');
    expect(filled).not.toMatch(/[{}]/);
    for (const name of Object.values(names)) expect(filled).toContain(name);
  });
});

test('a text leads to the sections it names, to the contact and elsewhere, but not to itself', () => {
  const section = terms.sections.find(({ id }) => id === 'member-terms') as LegalSection;
  const cut = (words: string) => withLinks(words, { text: terms, section, contact: 'help@shop.example' });
  expect(cut('The reasons under Other Practices, see Member Terms.')).toEqual([
    { words: 'The reasons under ' },
    { words: 'Other Practices', href: '#other-practices' },
    { words: ', see Member Terms.' },
  ]);
  expect(cut('Under the Data Processing Agreement')[1]).toEqual({
    words: 'Data Processing Agreement',
    href: '#data-processing-agreement',
  });
  expect(cut('Write to help@shop.example.')[1]).toEqual({
    words: 'help@shop.example',
    href: 'mailto:help@shop.example',
  });
  expect(cut('oaic.gov.au')).toEqual([{ words: 'oaic.gov.au', href: 'https://www.oaic.gov.au' }]);
});

test('every clause of a text has an anchor of its own', () => {
  for (const text of [terms, privacy]) {
    const ids = text.sections.flatMap((section) => [
      section.id,
      ...section.clauses.map((_, at) => clauseId(section, at)),
    ]);
    expect(new Set(ids).size).toBe(ids.length);
  }
});

test('LG-02 the legal pages hold terms and conditions, a privacy policy and a sample data agreement', () => {
  expect([terms.title, privacy.title]).toEqual(['Terms & Conditions', 'Privacy Policy']);
  expect(section('data-processing-agreement')).toContain('A sample of the agreement');
});
