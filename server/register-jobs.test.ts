import { afterEach, describe, expect, test, vi } from 'vitest';
import { type CardShop, openCardShop } from '#test/support/card-shop.ts';
import { databaseKinds } from '#test/support/database.ts';
import { registerJobs } from './register-jobs.ts';

describe.each(databaseKinds())('the scheduled jobs on %s', (kind) => {
  let shop: CardShop;
  afterEach(() => shop.close());

  test('check the books, expire a card whose time is over and end a delivery that got stuck', async () => {
    shop = await openCardShop(kind);
    await shop.buy();
    await shop.query(`delete from messages where purpose = 'gift'`);
    shop.context.clock.moveTo?.((await shop.query('select expires_at from gift_cards'))[0].expires_at);
    await registerJobs(shop.context);
    await vi.waitFor(
      async () =>
        expect(
          await shop.query(`select a.status, c.delivery_state, (select count(*)::int from book_checks
            where finished_at is not null) as checks from gift_cards c join gift_card_accounts a on a.gift_card_id = c.id`),
        ).toEqual([{ status: 'expired', delivery_state: 'failed', checks: 1 }]),
      { timeout: 30_000 },
    );
  });
});
