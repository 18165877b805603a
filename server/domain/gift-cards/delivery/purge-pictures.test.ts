import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseKinds } from '#test/support/database.ts';
import { giveCards } from '#test/support/given-cards.ts';
import { minutesAfterOpening, openTestShop, type TestShop } from '#test/support/shop.ts';
import { purgePictures } from './purge-pictures.ts';

const DAY = 24 * 60;

describe.each(databaseKinds())('purging of unused pictures on %s', (kind) => {
  let shop: TestShop;
  beforeEach(async () => {
    shop = await openTestShop(kind);
    await giveCards(shop, await shop.customer());
  });
  afterEach(() => shop.close());
  const composed = () => shop.stored.count('composedPictures');
  const purgeAt = async (minute: number) => {
    shop.context.clock.moveTo?.(new Date(minutesAfterOpening(minute)));
    await purgePictures(shop.context);
  };

  it('keeps a picture that a card shows, and serves it at its URL', async () => {
    await purgeAt(400 * DAY);
    expect(await composed()).toBe(1);
    const { name } = await shop.stored.one('messagePictures');
    const { statusCode, headers } = await shop.app.inject(`/picture-messages/${name}.jpg`);
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/jpeg']);
  });

  it('deletes an unused picture a day after it was composed', async () => {
    await shop.stored.remove('messagePictures');
    await purgeAt(DAY - 1);
    expect(await composed()).toBe(1);
    await purgeAt(DAY + 1);
    expect(await composed()).toBe(0);
  });
});
