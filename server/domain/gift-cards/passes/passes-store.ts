import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle } from '#server/platform/database/handle.ts';
import { purgeRows } from '#server/platform/database/purge.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import {
  giftCardAccounts as accounts,
  giftCards as cards,
  giftCardPassHolders as holders,
  giftCardPasses as passes,
} from '#server/platform/database/schema/schema.ts';
import { cardAccountStates } from '#server/platform/database/schema/states/card-account.ts';

const wallets = ['apple', 'google'] as const;
type WalletName = (typeof wallets)[number];

const value = {
  status: accounts.status,
  availableCents: sql`${accounts.balanceCents} - ${accounts.heldCents}`.mapWith(Number),
};
export type AccountValue = { status: (typeof cardAccountStates.states)[number]; availableCents: number };

export async function findCardValue(handle: Handle, giftCardId: number): Promise<AccountValue> {
  const [account] = await handle.select(value).from(accounts).where(eq(accounts.giftCardId, giftCardId));
  if (!account) throw new Error(`Card ${giftCardId} has no account.`);
  return account;
}

type NewPass = { passId: string; giftCardId: number; now: Date };

/** Waits for a card change in progress, so that a later read sees that change. */
export async function insertPass(handle: Handle, { passId, giftCardId, now }: NewPass): Promise<void> {
  await handle.execute(
    sql`with card as materialized (select gift_card_id from gift_card_accounts where gift_card_id = ${giftCardId} for share)
      insert into gift_card_passes (pass_id, gift_card_id, made_at, changed_at)
      select ${passId}, gift_card_id, ${now.toISOString()}::timestamptz, date_trunc('second', ${now.toISOString()}::timestamptz)
        from card
      on conflict (pass_id) do nothing`,
  );
}

/** Returns null if the pass was never issued. Its card may have a new link. */
export async function findPassWithCard(handle: Handle, passId: string) {
  const [pass] = await handle
    .select({ changedAt: passes.changedAt, card: getTableColumns(cards), ...value })
    .from(passes)
    .innerJoin(cards, eq(cards.id, passes.giftCardId))
    .innerJoin(accounts, eq(accounts.giftCardId, passes.giftCardId))
    .where(eq(passes.passId, passId));
  return pass ?? null;
}

type Holder = { passId: string; wallet: WalletName; deviceId?: string; pushToken?: string; now: Date };

/**
 * Waits for a card change in progress. Returns true for a new holder, who is due for an update if the pass is outdated.
 */
export async function upsertHolder(handle: Handle, holder: Holder): Promise<boolean> {
  const { passId, wallet, deviceId = '', pushToken = '', now } = holder;
  const instant = now.toISOString();
  const [row] = await queryRows(
    handle,
    z.object({ isNew: z.boolean() }),
    sql`with pass as materialized (select * from gift_card_passes where pass_id = ${passId} for share)
      insert into gift_card_pass_holders (pass_id, wallet, device_id, push_token, outdated_at, due_at, created_at)
      select pass_id, ${wallet}, ${deviceId}, ${pushToken}, case when changed_at > made_at then changed_at end,
          ${instant}::timestamptz, ${instant}::timestamptz
        from pass
      on conflict (pass_id, wallet, device_id) do update set push_token = excluded.push_token,
        outdated_at = excluded.outdated_at, due_at = excluded.due_at, tries = 0, created_at = excluded.created_at
      returning xmax = 0 as "isNew"`,
  );
  if (!row) throw new Error('The pass to register a device for does not exist.');
  return row.isNew;
}

export async function deleteDevicesBeyond(
  handle: Handle,
  { passId, limit }: { passId: string; limit: number },
): Promise<void> {
  await handle.execute(
    sql`delete from gift_card_pass_holders where id in (select id from gift_card_pass_holders
      where pass_id = ${passId} and wallet = 'apple' order by created_at desc, id desc offset ${limit})`,
  );
}

type Device = { passId: string; deviceId: string };

export async function deleteDevice(handle: Handle, { passId, deviceId }: Device): Promise<void> {
  const condition = and(eq(holders.passId, passId), eq(holders.wallet, 'apple'), eq(holders.deviceId, deviceId));
  await handle.delete(holders).where(condition);
}

export async function listPassesOfDevice(handle: Handle, deviceId: string) {
  return handle
    .select({ passId: passes.passId, changedAt: passes.changedAt, sealed: cards.sealed })
    .from(holders)
    .innerJoin(passes, eq(passes.passId, holders.passId))
    .innerJoin(cards, eq(cards.id, passes.giftCardId))
    .where(and(eq(holders.deviceId, deviceId), eq(holders.wallet, 'apple')))
    .orderBy(passes.passId);
}

const outdated = z.object({
  id: z.int(),
  passId: z.string(),
  wallet: z.enum(wallets),
  pushToken: z.string(),
  outdatedAt: z.date(),
  createdAt: z.date(),
  sealed: z.string(),
  status: z.enum(cardAccountStates.states),
  availableCents: z.int(),
  expiresAt: z.date().nullable(),
});
export type OutdatedHolder = z.output<typeof outdated>;

type Claim = {
  walletNames: readonly WalletName[];
  now: Date;
  limit: number;
  firstWaitSeconds: number;
  longestWaitSeconds: number;
};

/** Postpones each claim with exponential backoff, so that a crash leads to a retry. Never waits for a card change. */
export async function claimOutdated(handle: Handle, claim: Claim): Promise<OutdatedHolder[]> {
  const now = sql`${claim.now.toISOString()}::timestamptz`;
  return queryRows(
    handle,
    outdated,
    sql`with due as materialized (select id from gift_card_pass_holders
        where outdated_at is not null and due_at <= ${now}
          and wallet = any(string_to_array(${claim.walletNames.join(',')}, ','))
        order by due_at limit ${claim.limit} for update skip locked)
      update gift_card_pass_holders h set tries = h.tries + 1, due_at = ${now}
          + make_interval(secs => least(${claim.longestWaitSeconds}, ${claim.firstWaitSeconds} * power(2, least(h.tries, 20))))
        from due, gift_card_passes p, gift_cards c, gift_card_accounts a
        where h.id = due.id and p.pass_id = h.pass_id and c.id = p.gift_card_id and a.gift_card_id = c.id
        returning h.id, h.pass_id as "passId", h.wallet, h.push_token as "pushToken", h.outdated_at as "outdatedAt",
          h.created_at as "createdAt", c.sealed, a.status,
          a.balance_cents - a.held_cents as "availableCents", a.expires_at as "expiresAt"`,
  );
}

type Updated = Pick<OutdatedHolder, 'id' | 'outdatedAt'>;

/** Marks wallets as updated. A wallet whose card changed since the claim is due again immediately. */
export async function markUpdated(
  handle: Handle,
  { updated, now }: { updated: readonly Updated[]; now: Date },
): Promise<void> {
  if (updated.length === 0) return;
  await handle.execute(
    sql`with updated as materialized (select h.id, t."outdatedAt" as at from gift_card_pass_holders h
        join jsonb_to_recordset(${JSON.stringify(updated.map(({ id, outdatedAt }) => ({ id, outdatedAt })))}::jsonb)
          as t (id bigint, "outdatedAt" timestamptz) on t.id = h.id
        for update of h skip locked)
      update gift_card_pass_holders h set tries = 0, due_at = ${now.toISOString()}::timestamptz,
          outdated_at = case when h.outdated_at > updated.at then h.outdated_at end
        from updated where h.id = updated.id`,
  );
}

/** Keeps holders that have registered again with another push token. */
export async function deleteGone(
  handle: Handle,
  goneHolders: readonly Pick<OutdatedHolder, 'id' | 'pushToken'>[],
): Promise<void> {
  if (goneHolders.length === 0) return;
  await handle.execute(
    sql`delete from gift_card_pass_holders where id in (select h.id from gift_card_pass_holders h
      join jsonb_to_recordset(${JSON.stringify(goneHolders.map(({ id, pushToken }) => ({ id, pushToken })))}::jsonb)
        as t (id bigint, "pushToken" text) on t.id = h.id and t."pushToken" = h.push_token
      for update of h skip locked)`,
  );
}

export async function deleteUnheld(handle: Handle, passIds: readonly string[]): Promise<void> {
  if (passIds.length === 0) return;
  await handle.execute(
    sql`delete from gift_card_passes p where p.pass_id = any(string_to_array(${passIds.join(',')}, ','))
      and not exists (select from gift_card_pass_holders h where h.pass_id = p.pass_id)`,
  );
}

export async function deleteCardPasses(handle: Handle, cardIds: SQL): Promise<void> {
  await handle.delete(passes).where(sql`${passes.giftCardId} in (${cardIds})`);
}

export async function deletePassesOfEnded(handle: Handle, expiredBefore: Date): Promise<void> {
  const ended = sql`${passes.giftCardId} in (select a.gift_card_id from gift_card_accounts a
    where a.expires_at < ${expiredBefore.toISOString()}::timestamptz)`;
  await purgeRows(passes, handle, ended);
}
