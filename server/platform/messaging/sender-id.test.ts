import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AT_ONCE, RECIPIENT } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { startCarrier } from '#test/support/providers.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

const NUMBER = '+61491570110';

describe.each(databaseKinds())('the sender of messages on %s', (kind) => {
  let carrier: Awaited<ReturnType<typeof startCarrier>>;
  let shop: TestShop;
  beforeEach(async () => {
    carrier = await startCarrier('twilio');
    shop = await openTestShop(kind, { providers: [carrier], env: { MESSAGE_SENDER_ID: 'Handsel' } });
  });
  afterEach(() => shop.close());

  const senders = async () => {
    const wren = await shop.customer();
    await wren.buyCards([{ scheduledAt: AT_ONCE }]);
    await shop.deliver();
    const carried = carrier.carriedTo(RECIPIENT);
    return {
      text: carried.findLast(({ media }) => media === null)?.from,
      picture: carried.findLast(({ media }) => media !== null)?.from,
    };
  };

  it("uses the seller's sender id for texts, but not for pictures or codes", async () => {
    await shop.stored.change('sellers', { senderId: 'Teapots1' });
    expect(await senders()).toEqual({ text: 'Teapots1', picture: NUMBER });
    expect(carrier.carriedTo('+61412345678')[0]?.from).toBe('Handsel');
  });

  it("sends texts from the shop's sender id when the seller has none", async () => {
    expect((await senders()).text).toBe('Handsel');
  });

  it('requires a seller sender id of 3 to 11 letters and digits that is not a number', async () => {
    for (const wrong of ['ab', 'twelve-chars', 'Twelveletters', 'With blank', '61491570110', ''])
      await expect(shop.stored.change('sellers', { senderId: wrong })).rejects.toMatchObject({
        cause: { constraint: 'sellers_sender_id' },
      });
  });
});
