import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CardShop, openCardShop, wrong } from '#test/support/card-shop.ts';
import { databaseKinds } from '#test/support/database.ts';

describe.each(databaseKinds())('the words on the page of a card (%s)', (kind) => {
  let shop: CardShop;
  beforeEach(async () => {
    shop = await openCardShop(kind);
  });
  afterEach(() => shop.close());

  test('are at its link, drawn as they were sent, and kept by no cache', async () => {
    await shop.editDetails(await shop.buy(), {
      recipient_firstname: '小明',
      recipient_lastname: 'Tran',
      recipient_mobile: wrong,
    });
    await shop.deliver();
    const answer = await shop.app.inject(`/card/${await shop.secretOn(wrong)}/words.svg`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(answer.body).toContain('noto-sans-sc');
  });

  test('stay as they were sent when the customer takes another name afterwards', async () => {
    await shop.buy();
    await shop.deliver();
    const secret = await shop.secretOn(wrong);
    const sent = await shop.app.inject(`/card/${secret}/words.svg`);
    const before = await shop.send('GET mobiledigital/card', { query: { secret } });
    await shop.context.database.query("update customers set firstname = 'Wilhelmina'");
    expect((await shop.app.inject(`/card/${secret}/words.svg`)).body).toBe(sent.body);
    const { body } = await shop.send('GET mobiledigital/card', { query: { secret } });
    expect(body.data?.purchaser_firstname).toBe('Wilhelmina');
    expect(body.data?.picture_words).toEqual(before.body.data?.picture_words);
  });

  test('and the text name who bought it, though somebody else has the number and gave the account a name since', async () => {
    await shop.buy();
    await shop.query(
      "update customers set firstname = 'Eve', unproved_email = email, unproved_since = created_at + interval '1 day'",
    );
    await shop.deliver();
    expect(shop.sent.find(({ kind }) => kind === 'sms')?.text).toContain('Wren sent you a $');
    const { body } = await shop.send('GET mobiledigital/card', { query: { secret: await shop.secretOn(wrong) } });
    expect(body.data).toMatchObject({ purchaser_firstname: 'Wren', picture_words: { from: 'From Wren' } });
  });

  test('are nowhere behind a link that opens no card', async () => {
    for (const path of ['/card/nothing/words.svg', '/card/%00/words.svg', '/card/words.svg'])
      expect([path, (await shop.app.inject(path)).statusCode]).toEqual([path, 404]);
  });
});
