import { randomBytes } from 'node:crypto';
import type { AnswerOf } from '#contract/calls.ts';
import { COUNTER_SCOPES, type KeyScope } from '#contract/sellers/scopes.ts';
import type { Context } from '#server/context.ts';
import { recordAction } from '#server/domain/operators/record-action.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import type { Counter } from '#server/platform/http/principal.ts';
import type { Actor } from '#server/platform/kernel/actor.ts';
import { appError, type Result } from '#server/platform/kernel/errors.ts';
import { sha256 } from '#server/platform/kernel/secrets.ts';
import { logSecurity } from '#server/platform/kernel/telemetry/security-events.ts';
import { findSellerByShopUrl, requireSeller } from '../seller.ts';
import * as store from './counter-keys-store.ts';

type Parts = Pick<Context, 'database' | 'clock'>;

export type CounterKey = {
  id: number;
  kind: Counter['kind'];
  name: string;
  scopes: readonly KeyScope[];
  last4: string | null;
  waitsUntil: Date | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
};

const NOTED_EVERY_MS = 60_000;
const LINK_LIFE_MS = 24 * 60 * 60_000;

/** Returns null if the key is unknown or revoked. Each call queries the database, so that revocation is immediate. */
export async function authenticateCounter({ database, clock }: Parts, key: string): Promise<Counter | null> {
  const row = await store.findCounterKeyByHash(database.orm, sha256(key));
  if (!row) return null;
  const now = clock.now();
  const unlessSince = new Date(now.getTime() - NOTED_EVERY_MS);
  if (row.lastUsedAt === null || row.lastUsedAt < unlessSince)
    await store.recordKeyUse(database.orm, row.id, { now, unlessSince });
  return { keyId: row.id, sellerId: row.sellerId, kind: row.kind, scopes: row.scopes };
}

/** Stores only the key's hash. Returns null for an unknown shop URL. */
export async function createCounterKey(
  parts: Parts,
  { scopes = COUNTER_SCOPES, ...named }: NamedKey & { scopes?: readonly KeyScope[] },
): Promise<{ key: string; counterKey: CounterKey; seller: string } | null> {
  const { key, ...stored } = generateKey();
  const result = await insert(parts, named, {
    kind: 'api',
    scopes: [...scopes],
    ...stored,
    createdAt: parts.clock.now(),
  });
  return result && { key, ...result };
}

type NamedKey = { shopUrl: string; name: string; actor: Actor };

type New = Omit<Parameters<typeof store.insertCounterKey>[1], 'sellerId' | 'name'>;

async function insert(
  parts: Parts,
  { shopUrl, name, actor }: NamedKey,
  row: New,
): Promise<{ counterKey: CounterKey; seller: string } | null> {
  return parts.database.transaction(async (tx) => {
    const seller = await findSellerByShopUrl(tx, shopUrl);
    if (!seller) return null;
    const counterKey = toCounterKey(await store.insertCounterKey(tx, { sellerId: seller.id, name, ...row }));
    const action = row.kind === 'api' ? 'key.made' : 'till.made';
    await recordAction({ actor, clock: parts.clock }, tx, {
      action,
      subject: `seller ${shopUrl}`,
      after: { key: counterKey.id, name, scopes: counterKey.scopes },
    });
    return { counterKey, seller: seller.name };
  });
}

function generateKey(): { key: string; keyHash: string; keyLast4: string } {
  const key = `hsk_${randomBytes(32).toString('base64url')}`;
  return { key, keyHash: sha256(key), keyLast4: key.slice(-4) };
}

/** Creates a till that waits for its device. The code can enrol one device within a day. */
export async function createTill(
  parts: Parts,
  named: NamedKey,
): Promise<{ code: string; counterKey: CounterKey; seller: string } | null> {
  const code = randomBytes(32).toString('base64url');
  const createdAt = parts.clock.now();
  const link = { linkHash: sha256(code), linkExpiresAt: new Date(createdAt.getTime() + LINK_LIFE_MS) };
  const result = await insert(parts, named, { kind: 'till', ...link, createdAt });
  return result && { code, ...result };
}

/** Checks a till link without using it up. Returns the same errors as enrolTill(). */
export async function checkTillLink(
  { database, clock, log }: Parts & Pick<Context, 'log'>,
  { code }: { code: string },
): Promise<Result<AnswerOf<'POST seller/till/check'>>> {
  const till = await store.findWaitingTill(database.orm, { linkHash: sha256(code), now: clock.now() });
  if (!till) return refuseLink(log);
  return { seller: await findTillSeller(database.orm, till), name: till.name };
}

/** Returns the same error for used, expired and unknown links. */
export async function enrolTill(
  { database, clock, log }: Parts & Pick<Context, 'log'>,
  { code, name }: { code: string; name: string },
): Promise<Result<AnswerOf<'POST seller/till/enrol'>>> {
  const { key, ...stored } = generateKey();
  const enrolling = { linkHash: sha256(code), name, now: clock.now(), ...stored };
  const till = await store.enrolByLink(database.orm, enrolling);
  if (!till) return refuseLink(log);
  logSecurity(log, 'till.enrolled', { counterKeyId: till.id });
  return { key, seller: await findTillSeller(database.orm, till), name: till.name };
}

function refuseLink(log: Context['log']) {
  logSecurity(log, 'till.refused');
  return appError('till_link_over');
}

async function findTillSeller(handle: Handle, { sellerId }: { sellerId: number }) {
  const { name, shop_url } = await requireSeller(handle, sellerId);
  return { name, shop_url };
}

export async function listCounterKeys({ database }: Parts, shopUrl: string): Promise<CounterKey[] | null> {
  const seller = await findSellerByShopUrl(database.orm, shopUrl);
  return seller && (await store.listCounterKeysOfSeller(database.orm, seller.id)).map(toCounterKey);
}

export async function revokeCounterKey(
  parts: Parts,
  { shopUrl, id, actor }: { shopUrl: string; id: number; actor: Actor },
): Promise<CounterKey | 'no seller' | 'no key'> {
  return parts.database.transaction(async (tx) => {
    const seller = await findSellerByShopUrl(tx, shopUrl);
    if (!seller) return 'no seller';
    const revoked = await store.revokeCounterKey(tx, { id, sellerId: seller.id, now: parts.clock.now() });
    if (!revoked) return 'no key';
    const key = { key: id, name: revoked.name };
    const act = { action: 'key.revoked', subject: `seller ${shopUrl}`, before: key } as const;
    await recordAction({ actor, clock: parts.clock }, tx, { ...act, after: { ...key, revoked: true } });
    return toCounterKey(revoked);
  });
}

function toCounterKey(row: Awaited<ReturnType<typeof store.insertCounterKey>>): CounterKey {
  const { id, kind, name, scopes, keyLast4, linkExpiresAt, createdAt, lastUsedAt, revokedAt } = row;
  return { id, kind, name, scopes, last4: keyLast4, waitsUntil: linkExpiresAt, createdAt, lastUsedAt, revokedAt };
}
