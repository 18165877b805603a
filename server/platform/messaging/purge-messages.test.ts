import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CardShop, openCardShop, wrong } from '#test/support/card-shop.ts';
import { databaseKinds } from '#test/support/database.ts';
import { purgeMessages } from './purge-messages.ts';

describe.each(databaseKinds())('messages that are old on %s', (kind) => {
  let shop: CardShop;
  beforeEach(async () => {
    shop = await openCardShop(kind);
  });
  afterEach(() => shop.close());

  const recipients = async () => {
    const messages = await shop.query(`select state, recipient from messages where purpose = 'gift' order by id`);
    return messages.map(({ state, recipient }) => `${state} ${recipient}`);
  };

  test('lose the number they went to after 90 days; one that is not sent yet keeps it', async () => {
    await shop.buy();
    await shop.deliver();
    await shop.buy('2027-03-01 12:00:00');
    await shop.moveTo('2027-01-31T00:00:00Z');
    await purgeMessages(shop.context);
    expect(await recipients()).toEqual([`delivered ${wrong}`, `delivered ${wrong}`, `queued ${wrong}`]);
    await shop.moveTo('2027-01-31T02:00:00Z');
    await shop.query(`update messages set not_before = '2026-11-02T01:00:00Z' where state = 'queued'`);
    await purgeMessages(shop.context);
    expect(await recipients()).toEqual(['delivered ', 'delivered ', `queued ${wrong}`]);
  });
});
