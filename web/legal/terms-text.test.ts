import { describe, expect, test } from 'vitest';
import { clauseId, dateText, fillIn, type LegalSection, type LegalText, withLinks, wordsOf } from './legal-text.ts';
import { privacy } from './privacy-text.ts';
import { terms } from './terms-text.ts';

const section = (id: string): string => {
  const section = terms.sections.find((candidate) => candidate.id === id);
  if (!section) throw new Error(`The terms have no section ${id}.`);
  return wordsOf(section);
};
const all = terms.sections.map(wordsOf).join('\n');
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

  test('LG-11 name the five reasons for refusing an order', () => {
    for (const reason of [
      'Fraud is suspected',
      'unlawful',
      'unverifiable',
      'payment is declined',
      'suspended Member',
    ]) {
      expect(section('other-practices')).toContain(reason);
    }
  });

  test.each([
    ['LG-01', 'overview', 'People who shop here are called Members.'],
    ['LG-03', 'overview', 'The Operator is only a payment and processing agent.'],
    ['LG-04', 'overview', 'The contract of sale is between the Vendor and the Member.'],
    ['LG-05', 'member-terms', 'A Member needs an Australian mobile number'],
    ['LG-06', 'member-terms', 'and an Australian delivery address.'],
    ['LG-07', 'other-practices', 'Only the Vendor requests refunds.'],
    ['LG-08', 'vendor-terms', 'through the vendor portal'],
    ['LG-09', 'other-practices', 'The Operator approves or refuses orders.'],
    ['LG-10', 'other-practices', 'The Operator may suspend Vendors or Members'],
    ['LG-21', 'vendor-terms', 'The commission is 3.1% of the order price.'],
    ['LG-22', 'vendor-terms', 'The service fee is 2.9%'],
    ['LG-23', 'vendor-terms', 'The reconciliation period is 7 days'],
    ['LG-23', 'vendor-terms', '11.59am Monday'],
    ['LG-24', 'vendor-terms', 'within 2 business days'],
    ['LG-25', 'vendor-terms', 'liability to the Operator under these terms is capped at $1.00'],
    ['LG-26', 'overview', 'We give 30 days’ notice of a change to these terms'],
    ['LG-27', 'vendor-terms', 'A tax invoice for our commission and fees is issued within 14 days after month end.'],
    ['LG-28', 'other-practices', 'A chargeback is allowed within 3 months'],
    ['LG-29', 'fair-use-policy', 'messages are not sent after 8pm'],
    ['LG-30', 'fair-use-policy', 'or before 6am'],
    ['LG-34', 'vendor-terms', 'There is no subscription charge.'],
    ['LG-35', 'data-processing-agreement', '5 days’ notice before it adds or replaces a sub-processor'],
    ['LG-36', 'data-processing-agreement', '5 days’ notice of the audit'],
    ['LG-37', 'data-processing-agreement', '1 month’s notice of termination'],
    ['LG-38', 'data-processing-agreement', 'survive the end of this agreement for 2 years'],
    ['RO-15', 'vendor-terms', 'A Vendor is a current subscriber whose goods we have approved before they are shown.'],
    ['RO-16', 'vendor-terms', 'A Vendor is a current subscriber'],
    ['LG-39', 'overview', 'A Member needs an Australian mobile number and an Australian delivery address.'],
  ])('%s say in %s: %s', (_id, id, words) => {
    expect(section(id)).toContain(words);
  });

  test('LG-20 state every key term of the commercial section', () => {
    const key = [
      '3.1%',
      '2.9%',
      '7 days',
      '11.59am Monday',
      '2 business days',
      '$1.00',
      '30 days',
      '14 days',
      '3 months',
    ];
    for (const words of [...key, '8pm', '6am', 'no subscription charge']) expect(all).toContain(words);
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
