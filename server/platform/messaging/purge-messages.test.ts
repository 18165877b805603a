import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AT_ONCE, RECIPIENT } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { purgeMessages } from './purge-messages.ts';

describe.each(databaseKinds())('old messages on %s', (kind) => {
  let shop: TestShop;
  beforeEach(async () => {
    shop = await openTestShop(kind);
  });
  afterEach(() => shop.close());

  const recipients = async () =>
    (await shop.stored.all('messages', { purpose: 'gift' })).map(({ state, recipient }) => `${state} ${recipient}`);

  it('clears the mobile number of a message after 90 days, unless the message is still to be sent', async () => {
    const wren = await shop.customer();
    await wren.buyCards([{ scheduledAt: AT_ONCE }]);
    await shop.deliver();
    await wren.buyCards([{ scheduledAt: '2027-03-01 12:00:00' }]);
    await shop.moveTo('2027-01-31T00:00:00Z');
    await purgeMessages(shop.context);
    expect(await recipients()).toEqual([`delivered ${RECIPIENT}`, `delivered ${RECIPIENT}`, `queued ${RECIPIENT}`]);
    await shop.moveTo('2027-01-31T02:00:00Z');
    await shop.stored.change('messages', { notBefore: new Date('2026-11-02T01:00:00Z') }, { state: 'queued' });
    await purgeMessages(shop.context);
    expect(await recipients()).toEqual(['delivered ', 'delivered ', `queued ${RECIPIENT}`]);
  });
});
