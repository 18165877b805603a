import { afterEach, describe, expect, it, vi } from 'vitest';
import { AT_ONCE } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { registerJobs } from './register-jobs.ts';
import { readSettings } from './settings.ts';

it.each([
  ['production', '', '', 1],
  ['production', '+61491570157', '', 0],
  ['production', '', 'wren@operator.example', 0],
  ['development', '', '', 0],
])('starts in %s with OPERATOR_MOBILE="%s" and OPERATOR_EMAIL="%s", logging %d warnings', async (...row) => {
  const [NODE_ENV, OPERATOR_MOBILE, OPERATOR_EMAIL, warnings] = row;
  const mail = { MAIL: 'smtp', SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'shop@handsel.example' };
  const secret = { DEMO: '1', SESSION_SECRET: 'a secret for tests that is long enough to pass' };
  const settings = readSettings({ ...mail, ...secret, NODE_ENV, OPERATOR_MOBILE, OPERATOR_EMAIL });
  const warn = vi.fn();
  await registerJobs({ settings, log: { warn }, jobs: { work: vi.fn() } } as never);
  expect(warn.mock.calls).toEqual(Array(warnings).fill(['operator.no_mobile_or_email']));
});

describe.each(databaseKinds())('scheduled jobs on %s', (kind) => {
  let shop: TestShop;
  afterEach(() => shop.close());

  it('checks the books, expires a card and ends a stuck delivery on time', async () => {
    shop = await openTestShop(kind);
    await (await shop.customer()).buyCards([{ scheduledAt: AT_ONCE }]);
    await shop.stored.remove('messages', { purpose: 'gift' });
    shop.context.clock.moveTo?.(new Date(Number((await shop.lastCard()).expiresAt)));
    await registerJobs(shop.context);
    const done = async () => ({
      status: (await shop.stored.one('giftCardAccounts')).status,
      deliveryState: (await shop.stored.one('giftCards')).deliveryState,
      checks: (await shop.stored.all('bookChecks')).filter(({ finishedAt }) => finishedAt !== null).length,
    });
    await vi.waitFor(
      async () => expect(await done()).toEqual({ status: 'expired', deliveryState: 'failed', checks: 1 }),
      { timeout: 30_000 },
    );
  });
});
