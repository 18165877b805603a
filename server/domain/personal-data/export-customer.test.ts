import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findCustomer } from '#server/domain/customers/queries.ts';
import { machine } from '#test/support/actors.ts';
import { databaseKinds } from '#test/support/database.ts';
import { ALSO_COPIED, fillPersonalData, LISTED } from '#test/support/personal-data.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { exportCustomer } from './export-customer.ts';

describe.each(databaseKinds())('personal data export on %s', (kind) => {
  let shop: TestShop;
  beforeEach(async () => {
    shop = await openTestShop(kind);
  });
  afterEach(() => shop.close());

  const exportById = async (id: number): Promise<Record<string, unknown>> => {
    const customer = await findCustomer(shop.context.database.orm, id);
    if (!customer) throw new Error('There is no such customer.');
    return exportCustomer(shop.context, { customer: customer, actor: machine });
  };

  it('exports exactly the tables that the privacy page lists', async () => {
    const wren = await shop.customer();
    await fillPersonalData(shop, wren);
    await shop.stored.change('giftCardDetails', ({ purchaserMobile }) => ({ recipientMobile: purchaserMobile }));
    const { exported_at, ...copy } = await exportById(await wren.id());
    const named = new Set([...LISTED.flatMap(({ copy: key }) => key ?? []), 'gift_cards_received', ...ALSO_COPIED]);
    expect(Object.keys(copy).toSorted()).toEqual([...named].toSorted());
    const empty = Object.keys(copy).filter(
      (key) => (copy[key] as unknown[]).length === 0 && !ALSO_COPIED.includes(key),
    );
    expect(empty).toEqual([]);
    expect(copy.gift_cards_received).toMatchObject([{ thanks: 'Thank you' }]);
  });
});
