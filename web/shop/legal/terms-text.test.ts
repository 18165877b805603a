import { describe, expect, it } from 'vitest';
import { formatLongDay } from '#contract/rules/formats.ts';
import { clauseId, fillIn, joinSectionText, type LegalSection, type LegalText, withLinks } from './legal-text.ts';
import { privacy } from './privacy-text.ts';
import { terms } from './terms-text.ts';

const findSectionText = (id: string): string => {
  const section = terms.sections.find((candidate) => candidate.id === id);
  if (!section) throw new Error(`The terms have no section ${id}.`);
  return joinSectionText(section);
};
const titles = terms.sections.map(({ title }) => title);

describe('terms and conditions', () => {
  it.each([
    ['overview', 'People who shop here are called Members.', 'LG-01'],
    ['overview', 'The Operator is only a payment and processing agent.', 'LG-03'],
    ['overview', 'The contract of sale is between the Vendor and the Member.', 'LG-04'],
    ['member-terms', 'A Member needs an Australian mobile number', 'LG-05'],
    ['member-terms', 'and an Australian delivery address.', 'LG-06'],
    ['other-practices', 'Only the Vendor requests refunds.', 'LG-07'],
    ['other-practices', 'The Vendor does so through the vendor portal', 'LG-08'],
    ['other-practices', 'The Operator approves or refuses orders.', 'LG-09'],
    ['other-practices', 'The Operator may suspend Vendors or Members', 'LG-10'],
    ['vendor-terms', 'The commission is 3.1% of the order price.', 'LG-21'],
    ['vendor-terms', 'The service fee is 2.9% of the order price.', 'LG-22'],
    ['vendor-terms', 'The reconciliation period is 7 days and ends at 11.59am on Monday', 'LG-23'],
    ['vendor-terms', 'We pay out what you are owed within 2 business days', 'LG-24'],
    ['vendor-terms', 'The Vendor’s liability to the Operator under these terms is capped at $1.00', 'LG-25'],
    ['overview', 'We give 30 days’ notice of a change to these terms', 'LG-26'],
    ['vendor-terms', 'A tax invoice for our commission and fees is issued within 14 days after month end.', 'LG-27'],
    ['other-practices', 'A chargeback is allowed within 3 months', 'LG-28'],
    ['fair-use-policy', 'messages are not sent after 8pm', 'LG-29'],
    ['fair-use-policy', 'messages are not sent after 8pm or before 6am', 'LG-30'],
    ['vendor-terms', 'There is no subscription charge.', 'LG-34'],
    ['data-processing-agreement', '5 days’ notice before it adds or replaces a sub-processor', 'LG-35'],
    ['data-processing-agreement', '5 days’ notice of the audit', 'LG-36'],
    ['data-processing-agreement', '1 month’s notice of termination', 'LG-37'],
    ['data-processing-agreement', 'survive the end of this agreement for 2 years', 'LG-38'],
    ['overview', 'A Member needs an Australian mobile number and an Australian delivery address.', 'LG-39'],
    ['vendor-terms', 'whose goods we have approved before they are shown.', 'RO-15'],
    ['vendor-terms', 'A Vendor is a current subscriber', 'RO-16'],
  ])('includes in section %s the words "%s" [%s]', (id, words) => {
    expect(findSectionText(id)).toContain(words);
  });

  it('lists five reasons for refusing an order [LG-11]', () => {
    const clause = terms.sections
      .flatMap(({ clauses }) => clauses)
      .find(({ title }) => title === 'How orders are approved or refused');
    expect(clause?.body).toContainEqual([
      'Fraud is suspected.',
      'The order is unlawful.',
      'The order or the person behind it is unverifiable.',
      'The payment is declined.',
      'The order comes from a suspended Member.',
    ]);
  });

  it.each([
    ['Overview', 'LG-13'],
    ['Website Terms of Use', 'LG-14'],
    ['Fair Use Policy', 'LG-15'],
    ['Other Practices', 'LG-16'],
    ['Data Processing Agreement (sample)', 'LG-17'],
  ])('has a section titled %s [%s]', (title) => {
    expect(titles).toContain(title);
  });

  it('places vendor terms and member terms after the sample agreement [LG-18]', () => {
    expect(titles.slice(-3)).toEqual(['Data Processing Agreement (sample)', 'Vendor Terms', 'Member Terms']);
  });

  it('is dated 11 September 2020 [LG-19]', () => {
    expect(formatLongDay(terms.version, 'en-AU')).toBe('11 September 2020');
    expect(formatLongDay(terms.version, 'de')).toBe('11. September 2020');
  });
});

it('names the Privacy Act and uses plain words in the terms and the privacy policy', () => {
  expect(terms.summary).toBe('The agreement between you, our sellers and us, in plain words.');
  expect(terms.sections[0]?.intro).toBe('A one-page summary. The sections below are the agreement.');
  const words = [terms, privacy]
    .flatMap(({ summary, sections }) => [summary, ...sections.map(joinSectionText)])
    .join('\n');
  expect(words).toContain('We handle personal information under the Privacy Act 1988');
  expect(words).not.toMatch(/what holds between|who does what here|they are what counts|by the Privacy Act/i);
});

describe.each([
  ['terms', terms],
  ['privacy', privacy],
] as [string, LegalText][])('text of %s', (_name, text) => {
  it('gives each section a unique anchor and has no empty clause', () => {
    const ids = text.sections.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    const clauses = text.sections.flatMap((section) => section.clauses);
    const short = clauses.filter(({ body }) => body.length === 0 || body.flat().some((words) => words.length < 12));
    expect(short).toEqual([]);
  });

  it("replaces every placeholder with the operator's settings", () => {
    const names = { operator: 'Shop Pty Ltd', abn: '12 345 678 901', contact: 'help@shop.example', shop: 'Shop' };
    const filled = text.sections.map((section) => fillIn(joinSectionText(section), names)).join('\n');
    expect(filled).not.toMatch(/[{}]/);
    for (const name of Object.values(names)) expect(filled).toContain(name);
  });
});

it('turns mentions of other sections, the contact and other pages into links, but not mentions of the section itself', () => {
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

it('gives every section and clause of a text a unique anchor', () => {
  for (const text of [terms, privacy]) {
    const ids = text.sections.flatMap((section) => [
      section.id,
      ...section.clauses.map((_, index) => clauseId(section, index)),
    ]);
    expect(new Set(ids).size).toBe(ids.length);
  }
});

it('offers terms and conditions, a privacy policy and a sample data agreement [LG-02]', () => {
  expect([terms.title, privacy.title]).toEqual(['Terms & Conditions', 'Privacy Policy']);
  expect(findSectionText('data-processing-agreement')).toContain('A sample of the agreement');
});
