import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { purgeCarts } from '#server/domain/cart/personal-data.ts';
import { purgeOwnAccount } from '#server/domain/customers/own-account/purge-own-account.ts';
import { purgeSignIns } from '#server/domain/customers/sign-in/purge-sign-ins.ts';
import { purgeOldNumbers } from '#server/domain/gift-cards/delivery/purge-numbers.ts';
import { purgePictures } from '#server/domain/gift-cards/delivery/purge-pictures.ts';
import { expireCards } from '#server/domain/gift-cards/ledger/expire-cards.ts';
import { purgeGifts } from '#server/domain/gift-cards/personal-data/personal-data.ts';
import { purgeSenders } from '#server/domain/orders/limits/watch-declines.ts';
import { purgeOrders } from '#server/domain/orders/personal-data.ts';
import { purgeLeads } from '#server/domain/site/purge-leads.ts';
import { purgeIdempotencyKeys } from '#server/platform/http/idempotency.ts';
import { purgeMessages } from '#server/platform/messaging/purge-messages.ts';
import { RECIPIENT } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { countFilled, fillPersonalData, LISTED, listTextColumns } from '#test/support/personal-data.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

const root = join(import.meta.dirname, '../../..');

const PURGES = {
  purgeSignIns,
  purgeOwnAccount,
  purgeCarts,
  purgeOrders,
  purgeSenders,
  purgeGifts,
  purgePictures,
  purgeOldNumbers,
  purgeMessages,
  purgeIdempotencyKeys,
  purgeLeads,
};

const NOBODYS: Record<string, RegExp> = {
  call_counts: /^key$/,
  counter_keys: /./,
  idempotency_keys: /^(key|fingerprint)$/,
  customers: /^(country_code|terms_version)$/,
  addresses: /^(country_id|written_by)$/,
  carts: /^addresses_by$/,
  cart_lines: /^written_by$/,
  sign_in_codes: /^code_hash$/,
  phone_verifications: /^jti$/,
  email_codes: /^code_hash$/,
  passkeys: /^transports$/,
  passkey_challenges: /^challenge_hash$/,
  campaign_links: /^jti$/,
  used_human_check_tokens: /./,
  leads: /^ret_url$/,
  gift_card_holds: /./,
  gift_card_redemptions: /./,
  gift_card_entries: /./,
  cart_gift_cards: /./,
  gift_card_passes: /./,
  gift_card_pass_holders: /^pass_id$/,
  gift_cards: /./,
  gift_card_changes: /^old_link_hash$/,
  composed_pictures: /^key$/,
  message_pictures: /^(name|picture_key)$/,
  key_checks: /./,
  messages: /^(ref|purpose|provider_id|error)$/,
  operators: /^roles$/,
  opt_outs: /^sender$/,
  operator_actions: /^(action|subject|before|after)$/,
  gift_card_details: /^(variant_sku|scheduled_delivery|timezone|written_by)$/,
  orders: /^campaign_id$/,
  order_lines: /./,
  payments: /^(idempotency_key|fingerprint|provider_payment_id|payment_method|client_secret|error)$/,
  payment_events: /./,
  refunds: /./,
  book_accounts: /./,
  book_transfers: /./,
  disputes: /./,
  payment_warnings: /./,
  shipments: /./,
  alarms: /./,
  book_differences: /./,
  localities: /./,
  locality_list: /./,
  pictures: /./,
  sellers: /./,
  categories: /./,
  option_values: /./,
  products: /./,
  search_vocabulary: /./,
  product_words: /./,
  product_pictures: /./,
  variants: /./,
  templates: /./,
  phone_messages: /./,
  sandbox_payment_methods: /./,
  sandbox_payments: /./,
  sandbox_refunds: /./,
};

describe('list of personal data', () => {
  it('lists every column that can hold personal data, and no column that does not exist', () => {
    const texts = listTextColumns()
      .filter(({ table, column }) => !NOBODYS[table]?.test(column))
      .map(({ table, column }) => `${table}.${column}`);
    const named = LISTED.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`));
    expect(named.toSorted()).toEqual(texts.toSorted());
  });

  it('names exactly the purges that exist, each of which runs as a job', () => {
    const jobs = readFileSync(join(root, 'server/register-jobs.ts'), 'utf8');
    const named = [...new Set(LISTED.map(({ by }) => by))].filter((by) => by !== 'erase' && by !== 'none');
    expect(named.toSorted()).toEqual(Object.keys(PURGES).toSorted());
    for (const name of named) expect(jobs).toContain(`() => ${name}(context)`);
  });
});

const UNIT_MS = { day: 86_400_000, month: 28 * 86_400_000, year: 365 * 86_400_000 };
function parseRetentionMs(period: string): number {
  const times = [...period.matchAll(/(\d+) (day|month|year)/g)].map(
    ([, count, unit]) => Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS],
  );
  return Math.min(...times);
}

describe.each(databaseKinds())('personal data on %s', (kind) => {
  let shop: TestShop;
  beforeEach(async () => {
    shop = await openTestShop(kind);
    await fillPersonalData(shop, await shop.customer());
  });
  afterEach(() => shop.close());

  const purged = LISTED.filter(({ by }) => Object.hasOwn(PURGES, by));
  const filled = (entry: (typeof LISTED)[number]) => countFilled(shop, entry);

  it('keeps personal data until its retention period ends, then deletes it completely', async () => {
    const start = shop.context.clock.ms();
    const missing: string[] = [];
    for (const entry of purged) if ((await filled(entry)) === 0) missing.push(entry.table);
    expect(missing).toEqual([]);
    const tooEarly: string[] = [];
    for (const entry of purged.toSorted((a, b) => parseRetentionMs(a.retention) - parseRetentionMs(b.retention))) {
      shop.context.clock.moveTo?.(new Date(start + parseRetentionMs(entry.retention) - 3_600_000));
      await PURGES[entry.by as keyof typeof PURGES](shop.context);
      if ((await filled(entry)) === 0) tooEarly.push(`${entry.table} by ${entry.by}`);
    }
    expect(tooEarly).toEqual([]);
    shop.context.clock.moveTo?.(new Date(start + 8 * UNIT_MS.year));
    await expireCards(shop.context);
    for (const purge of Object.values(PURGES)) await purge(shop.context);
    const left: string[] = [];
    for (const entry of purged) if ((await filled(entry)) > 0) left.push(`${entry.table}: ${entry.columns}`);
    expect(left).toEqual([]);
  });

  it('deletes personal data within a few days after its retention period ends', async () => {
    const start = shop.context.clock.ms();
    const late: string[] = [];
    for (const entry of purged.filter(({ retention }) => /^\d+ \w+$/.test(retention))) {
      const months = entry.retention.includes('month') ? 1.1 : 1;
      shop.context.clock.moveTo?.(new Date(start + parseRetentionMs(entry.retention) * months + 3 * UNIT_MS.day));
      await PURGES[entry.by as keyof typeof PURGES](shop.context);
      if ((await filled(entry)) > 0) late.push(`${entry.table} by ${entry.by}`);
    }
    expect(late).toEqual([]);
  });

  it('deletes details of gift cards removed from a cart after seven days, and blanks those of a declined order', async () => {
    const details = () => shop.stored.all('giftCardDetails');
    const countDeleted = async () => (await details()).filter(({ deletedAt }) => deletedAt !== null).length;
    expect(await countDeleted()).toBe(1);
    shop.wait(7 * UNIT_MS.day + 1_000);
    await purgeGifts(shop.context);
    expect(await countDeleted()).toBe(0);
    await shop.stored.change('giftCardDetails', ({ createdAt }) => ({ deletedAt: createdAt }));
    await purgeGifts(shop.context);
    expect(await details()).toMatchObject([{ recipientMobile: RECIPIENT }]);
    await shop.stored.change('orders', { status: 'declined', number: null });
    await purgeGifts(shop.context);
    expect(await details()).toMatchObject([{ recipientMobile: '', textContent: '' }]);
  });

  it("keeps a gift card's recipient while the card can be spent, however long ago it was sold", async () => {
    shop.wait(1_000 * UNIT_MS.day);
    await purgeGifts(shop.context);
    const { detailsId } = await shop.lastCard();
    expect(await shop.stored.one('giftCardDetails', { id: detailsId })).toMatchObject({ recipientMobile: RECIPIENT });
  });
});
