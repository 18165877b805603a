import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CardShop, minutes, openCardShop } from '#test/support/card-shop.ts';
import { databaseKinds } from '#test/support/database.ts';
import { purgePictures } from './purge-pictures.ts';

const DAY = 24 * 60;

describe.each(databaseKinds())('pictures that no card shows any more on %s', (kind) => {
  let shop: CardShop;
  beforeEach(async () => {
    shop = await openCardShop(kind);
    await shop.buy();
    await shop.deliver();
  });
  afterEach(() => shop.close());
  const composed = async () => (await shop.query('select key from composed_pictures')).length;
  const purgeAt = async (minute: number) => {
    shop.context.clock.moveTo?.(new Date(minutes(minute)));
    await purgePictures(shop.context);
  };

  test('are kept while a card shows them, and opened from its address', async () => {
    await purgeAt(400 * DAY);
    expect(await composed()).toBe(1);
    const [{ name }] = await shop.query('select name from message_pictures');
    const { statusCode, headers } = await shop.app.inject(`/picture-messages/${name}.jpg`);
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/jpeg']);
  });

  test('go a day after they were composed', async () => {
    await shop.query('delete from message_pictures');
    await purgeAt(DAY - 1);
    expect(await composed()).toBe(1);
    await purgeAt(DAY + 1);
    expect(await composed()).toBe(0);
  });
});
