import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AT_ONCE, RECIPIENT } from '#test/support/customer.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCards } from '#test/support/given-cards.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

const DAY_MS = 86_400_000;

describe.each(databaseKinds())('picture text on the card page (%s)', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  beforeEach(async () => {
    shop = await openTestShop(kind);
    wren = await shop.customer();
  });
  afterEach(() => shop.close());

  it('serves the picture text at the card link exactly as it was sent, and forbids caching', async () => {
    const [detailsId = 0] = (await wren.buyCards([{ scheduledAt: AT_ONCE }])).detailsIds;
    await wren.editDetails(detailsId, {
      recipient_firstname: '小明',
      recipient_lastname: 'Tran',
      recipient_mobile: RECIPIENT,
    });
    await shop.deliver();
    const answer = await shop.app.inject(`/card/${await shop.secretOn(RECIPIENT)}/words.svg`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(answer.body).toContain('noto-sans-sc');
  });

  it('keeps the picture text as sent when the customer changes their name later', async () => {
    await giveCards(shop, wren);
    const secret = await shop.secretOn(RECIPIENT);
    const sentWords = await shop.app.inject(`/card/${secret}/words.svg`);
    const before = await shop.cardPage(secret);
    await shop.stored.change('customers', { firstname: 'Wilhelmina' });
    expect((await shop.app.inject(`/card/${secret}/words.svg`)).body).toBe(sentWords.body);
    const { body } = await shop.cardPage(secret);
    expect(body.data?.purchaser_firstname).toBe('Wilhelmina');
    expect(body.data?.picture_words).toEqual(before.body.data?.picture_words);
  });

  it("names the original giver after both the number and the account's name have changed", async () => {
    await wren.buyCards([{ scheduledAt: AT_ONCE }]);
    await shop.stored.change('customers', ({ email, createdAt }) => ({
      firstname: 'Eve',
      unprovedEmail: email,
      unprovedSince: new Date(createdAt.getTime() + DAY_MS),
    }));
    await shop.deliver();
    expect(shop.sent.find(({ kind }) => kind === 'sms')?.text).toContain('Wren sent you a $');
    const { body } = await shop.cardPage(await shop.secretOn(RECIPIENT));
    expect(body.data).toMatchObject({ purchaser_firstname: 'Wren', picture_words: { from: 'From Wren' } });
  });

  it('returns 404 for the picture text of a link that opens no card', async () => {
    for (const path of ['/card/nothing/words.svg', '/card/%00/words.svg', '/card/words.svg'])
      expect([path, (await shop.app.inject(path)).statusCode]).toEqual([path, 404]);
  });
});
