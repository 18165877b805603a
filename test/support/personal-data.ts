import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import * as schema from '#server/platform/database/schema/schema.ts';
import { AT_ONCE, RECIPIENT } from './customer.ts';
import type { Customer } from './customer-verbs.ts';
import type { TestShop } from './shop.ts';

const file = join(import.meta.dirname, '../../docs/reference/personal-data.md');

/** `copy`: the table's key in a data export, or null if the page explains why exports omit the table. */
export type Listed = { table: string; columns: string[]; retention: string; by: string; copy: string | null };

const page = readFileSync(file, 'utf8').replaceAll(/\n {2}/g, ' ');
const LINE = /^- `(\w+)` \(([^)]+)\): [^\n]*?\. Kept ([^\n]*?) \(`?(\w+)`?\)\. Copy: (?:`(\w+)`|no, [^\n]+)\.$/gm;

export const LISTED: readonly Listed[] = [...page.matchAll(LINE)].map(
  ([, table = '', columns = '', retention = '', by = '', copy = null]) => ({
    table,
    columns: columns.split(', '),
    retention,
    by,
    copy,
  }),
);

export const ALSO_COPIED = [
  ...(/^- \*\*A copy\*\* also has ([^\n]+)$/m.exec(page)?.[1] ?? '').matchAll(/`(\w+)`/g),
].map(([, key = '']) => key);

const DAY_MS = 86_400_000;

/**
 * Stores a row of every kind that docs/reference/personal-data.md lists with a retention period, for `giver` and
 * `RECIPIENT`. Returns the id of the card's details.
 */
export async function fillPersonalData(shop: TestShop, giver: Customer): Promise<number> {
  const [detailsId = 0] = (await giver.buyCards([{ scheduledAt: AT_ONCE, to: RECIPIENT }])).detailsIds;
  await shop.deliver();
  const { change } = shop.stored;
  await change('customers', { campaignId: 'spring' });
  await change('giftCardDetails', { purchaserMobile: giver.mobile, recipientMessage: 'Happy birthday, Mia!' });
  await change('paymentCustomers', { formerProviderCustomerId: 'former' });
  await change('sessions', { browser: 'browser of session', device: 'iphone', link: 'jti' });
  const networks = { networkKey: '203.0.113.0', allocationKey: '2001:db8::/32' };
  await change('signInCodes', { browser: 'browser of code', ...networks });
  await change('phoneVerifications', { campaignId: 'spring', browser: 'x' });
  await change('payments', { sender: 'x', cardPrint: 'y', typedIn: 'z' });
  await addRowsOfCustomer(shop, giver);
  await addRowsOfCard(shop, { detailsId, customerId: await giver.id() });
  return detailsId;
}

async function addRowsOfCustomer({ stored: { add, one }, context }: TestShop, { mobile }: Customer): Promise<void> {
  const now = context.clock.now();
  const inThreeDays = new Date(now.getTime() + 3 * DAY_MS);
  const customer = await one('customers', { mobile });
  const customerId = customer.id;
  const email = customer.email.toLowerCase();
  await add('passkeys', {
    customerId,
    credentialId: 'credential',
    publicKey: Buffer.from('key'),
    counter: 0,
    transports: [],
    device: 'iphone',
    createdAt: now,
  });
  const code = { codeHash: 'x', clientKey: '203.0.113.7', sentAt: now, expiresAt: now };
  await add('emailCodes', { email, customerId, ...code });
  const numbers = { oldMobile: '+61412345676', newMobile: '+61412345677' };
  await add('mobileChanges', { customerId, ...numbers, proof: 'code', createdAt: now });
  await add('knownDevices', { mobile, browser: 'x', provedAt: now });
  await add('customerDevices', { customerId, browser: 'x', firstAt: now, lastAt: now });
  await add('passkeyChallenges', { challengeHash: 'x', customerId, browser: 'y', expiresAt: now });
  await add('guessedRecipients', { recipient: mobile, failures: 3, failedAt: now });
  const link = { campaignId: 'spring', productId: '1', madeBy: 'wren', madeAt: now, expiresAt: inThreeDays };
  await add('campaignLinks', { jti: 'x', mobile, ...link });
  await add('optOuts', { mobile, sender: 's', word: 'STOP', optedOutAt: now, optedInAt: now });
  await add('idempotencyKeys', { customerId, key: 'k', fingerprint: 'f', answer: '{"a":1}', createdAt: now });
  await add('leads', {
    firstName: 'Ann',
    lastName: 'Bell',
    company: 'Bell',
    email,
    phone: '1',
    country: 'AU',
    optIn: false,
    retUrl: '',
    address: '203.0.113.7',
    createdAt: now,
  });
}

async function addRowsOfCard(
  { stored: { add, one }, context }: TestShop,
  { detailsId, customerId }: { detailsId: number; customerId: number },
): Promise<void> {
  const now = context.clock.now();
  const wholeSecond = new Date(Math.floor(now.getTime() / 1_000) * 1_000);
  const { id: giftCardId } = await one('giftCards', { detailsId });
  await add('giftCardThanks', { giftCardId, message: 'Thank you', createdAt: now });
  await add('giftCardPasses', { passId: 'p', giftCardId, madeAt: wholeSecond, changedAt: wholeSecond });
  const holder = { deviceId: 'device of Mia', pushToken: 'token of Mia' };
  await add('giftCardPassHolders', { passId: 'p', wallet: 'apple', ...holder, dueAt: now, createdAt: now });
  const change = { kind: 'resend', deliveryAttempt: 1, startsAttempt: false, oldState: 'sent' } as const;
  const numbers = { oldMobile: RECIPIENT, newMobile: RECIPIENT };
  await add('giftCardChanges', { giftCardId, customerId, ...change, ...numbers, createdAt: now });
  const { id: _, ...details } = await one('giftCardDetails', { id: detailsId });
  const takenOut = { cartId: null, cartItemId: null, sendAt: null, templateId: null, deletedAt: now };
  await add('giftCardDetails', { ...details, ...takenOut, recipientMessage: 'Hi', textContent: 'Hello' });
}

export function listTextColumns(): { table: string; column: string }[] {
  const tables = Object.values(schema).filter((entry) => is(entry, PgTable)) as unknown as PgTable[];
  return tables.flatMap((table) => {
    const { name, columns } = getTableConfig(table);
    return columns
      .filter(({ enumValues, dataType }) => !enumValues?.length && !['number', 'boolean', 'date'].includes(dataType))
      .map((column) => ({ table: name, column: column.name }));
  });
}

type ListedColumns = Pick<Listed, 'table' | 'columns'>;

export async function listColumnValues(shop: TestShop, listed: readonly ListedColumns[]): Promise<string[]> {
  const { database } = shop.context;
  const found: string[] = [];
  for (const { table, columns } of listed)
    for (const column of columns) {
      const { rows } = await database.query(`select to_jsonb(t) ->> '${column}' as value from ${table} t`);
      found.push(...rows.filter(({ value }) => value).map(({ value }) => `${table}.${column}: ${value}`));
    }
  return found;
}

/** Counts the rows with a value in these columns. Of carts and orders, counts those that contain the test address. */
export async function countFilled(shop: TestShop, { table, columns }: ListedColumns): Promise<number> {
  const says = columns.map((name) => `nullif(coalesce(to_jsonb(t) ->> '${name}', ''), '')`).join(', ');
  const { rows } = await shop.context.database.query(
    `select count(*)::int as count from ${table} t where num_nonnulls(${says}) > 0
      and '${table}' not in ('carts', 'orders') or '${table}' in ('carts', 'orders') and to_jsonb(t)::text like '%Fig Street%'`,
  );
  return rows[0].count;
}

export async function dumpAllRows(shop: TestShop): Promise<string> {
  const { database } = shop.context;
  const { rows: tables } = await database.query(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const texts = tables.map(async ({ name }) => {
    const { rows } = await database.query(`select to_jsonb(t) as row from ${name} t`);
    return `${name}: ${JSON.stringify(rows)}`;
  });
  return (await Promise.all(texts)).join('\n');
}
