import { afterEach, describe, expect, test, vi } from 'vitest';
import { type CardShop, openCardShop } from '#test/support/card-shop.ts';
import { databaseKinds } from '#test/support/database.ts';
import { registerJobs } from './register-jobs.ts';
import { readSettings } from './settings.ts';

test.each([
  ['production', '', '', 1],
  ['production', '+61491570157', '', 0],
  ['production', '', 'wren@operator.example', 0],
  ['development', '', '', 0],
])('a start in %s with OPERATOR_MOBILE="%s" and OPERATOR_EMAIL="%s" logs %d warnings', async (...row) => {
  const [NODE_ENV, OPERATOR_MOBILE, OPERATOR_EMAIL, warnings] = row;
  const mail = { MAIL: 'smtp', SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'shop@handsel.example' };
  const secret = { DEMO: '1', SESSION_SECRET: 'a secret for tests that is long enough to pass' };
  const settings = readSettings({ ...mail, ...secret, NODE_ENV, OPERATOR_MOBILE, OPERATOR_EMAIL });
  const warn = vi.fn();
  await registerJobs({ settings, log: { warn }, jobs: { work: vi.fn() } } as never);
  expect(warn.mock.calls).toEqual(Array(warnings).fill(['operator.no_mobile_or_email']));
});

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
