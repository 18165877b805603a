import { beforeAll, describe, expect, test } from 'vitest';
import { fillIn, wordsOf } from '#web/legal/legal-text.ts';
import { terms } from '#web/legal/terms-text.ts';
import { ownShop } from '../steps/own-shop.ts';

const names = {
  operator: 'Shop Pty Ltd',
  abn: '12 345 678 901',
  contact: 'help@shop.example',
  shop: 'Handsel Gift Cards',
};

describe('the terms page', () => {
  const shop = ownShop({ OPERATOR_NAME: names.operator, OPERATOR_ABN: names.abn, OPERATOR_CONTACT: names.contact });
  /** What stands in the region of each section, by the section's anchor. */
  const shown: Record<string, string> = {};

  beforeAll(async () => {
    const page = await shop.open('/terms');
    for (const { id, title } of terms.sections) {
      const region = page.getByRole('region', { name: title }).and(page.locator(`#${id}`));
      shown[id] = (await region.textContent()) ?? '';
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
    ['RO-15', 'vendor-terms', 'whose goods we have approved before they are shown.'],
    ['RO-16', 'vendor-terms', 'A Vendor is a current subscriber'],
    ['LG-39', 'overview', 'A Member needs an Australian mobile number and an Australian delivery address.'],
  ])('%s: its section %s says: %s', (_id, section, words) => {
    expect(shown[section]).toContain(words);
  });

  test('every clause stands in the region of its section, with the names of the settings [LG-20]', () => {
    for (const section of terms.sections)
      for (const words of fillIn(wordsOf(section), names).split('\n').filter(Boolean))
        expect.soft(shown[section.id]).toContain(words);
  });

  test('Other Practices names the five reasons for refusing an order [LG-11]', () => {
    const reasons = ['Fraud is suspected', 'unlawful', 'unverifiable', 'payment is declined', 'suspended Member'];
    for (const reason of reasons) expect.soft(shown['other-practices']).toContain(reason);
  });
});
