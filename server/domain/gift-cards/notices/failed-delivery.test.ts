import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { runMessages } from '#test/support/message-jobs.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

const NIGHT = '2026-11-02T11:00:00Z';

describe.each(databaseKinds())('text about an undelivered gift card on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  let detailsId: number;
  let problem: 'number' | 'no answer' | null;
  beforeEach(async () => {
    problem = 'number';
    shop = await openTestShop(kind, {
      env: { SHOP_NAME: 'Snowgum' },
      change: ({ context: { integrations } }) => {
        integrations.messages = { ...integrations.messages, idempotent: false };
      },
    });
    shop.carrier.says = async ({ purpose }) => {
      if (problem === null || purpose !== 'gift') return null;
      if (problem === 'no answer') throw new Error('The answer was lost.');
      return { state: 'refused', reason: 'no such number', problem };
    };
    wren = await shop.customer();
    [detailsId = 0] = (await wren.buyCards([{ zone: 'Australia/Perth' }])).detailsIds;
  });
  afterEach(() => shop.close());

  const signedIn = () => shop.customer();
  const deliver = async (instant: string) => {
    shop.context.clock.moveTo?.(new Date(instant));
    await shop.deliver(undefined, { last: true });
  };
  const texts = async () => {
    await runMessages(shop, 'gift-failed');
    const all = await shop.phone(wren.mobile);
    return all.filter(({ purpose }) => purpose === 'order').map(({ text }) => text);
  };
  const words = () =>
    `Snowgum: your $25.00 gift card for Mia could not be delivered. That number can't be reached. Correct it here and we'll send the card again: ${shop.context.settings.publicUrl}/account/order/000000001`;

  it('texts the customer once about an undelivered card, and says what to do', async () => {
    await deliver('2026-11-02T05:00:00Z');
    expect(await texts()).toEqual([words()]);
    expect(await texts()).toEqual([words()]);
  });

  it('texts the customer once per failed delivery attempt', async () => {
    await deliver('2026-11-02T05:00:00Z');
    expect(await texts()).toHaveLength(1);
    shop.context.clock.moveTo?.(new Date('2026-11-02T05:30:00Z'));
    const corrected = await (await signedIn()).correct(detailsId, '0491570158');
    expect(corrected.body).toMatchObject({ status: true });
    await deliver('2026-11-02T05:31:00Z');
    expect(await texts()).toHaveLength(2);
  });

  it('texts the customer about an unknown outcome after an hour, unless the carrier has reported by then', async () => {
    problem = 'no answer';
    await deliver('2026-11-02T05:00:00Z');
    expect((await shop.lastCard()).deliveryState).toBe('unknown');
    expect(await texts()).toEqual([]);
    shop.context.clock.moveTo?.(new Date('2026-11-02T06:01:00Z'));
    expect(await texts()).toEqual([
      `Snowgum: your $25.00 gift card for Mia was sent, but the phone network has not said whether it arrived. Ask them, and if it hasn't arrived, send it again here: ${shop.context.settings.publicUrl}/account/order/000000001`,
    ]);
  });

  it.each(['delivered', 'opened'])(
    'sends no text about an unknown outcome when the card is %s within the hour',
    async (cardState) => {
      problem = 'no answer';
      await deliver('2026-11-02T05:00:00Z');
      await shop.stored.change(
        'giftCards',
        cardState === 'opened' ? { openedAt: new Date('2026-11-02T05:10:00Z') } : { deliveryState: 'delivered' },
      );
      shop.context.clock.moveTo?.(new Date('2026-11-02T06:01:00Z'));
      expect(await texts()).toEqual([]);
    },
  );

  it('sends no text about a failed delivery at night, and none once the card was resent', async () => {
    await deliver(NIGHT);
    expect(await texts()).toEqual([]);
    problem = null;
    const resent = await (await signedIn()).resend(detailsId);
    expect(resent.body).toMatchObject({ status: true });
    await deliver('2026-11-02T11:30:00Z');
    shop.context.clock.moveTo?.(new Date('2026-11-02T20:00:00Z'));
    expect(await texts()).toEqual([]);
  });
});
