import type { Context } from '#server/context.ts';
import { createLimiter } from '#server/platform/kernel/concurrency.ts';
import { derivePass } from '../ledger/card-secrets.ts';
import { buildPassValue } from './card-pass.ts';
import * as store from './passes-store.ts';

/** Retries with exponential backoff of up to an hour, and never gives up on a provider. */
const WAITS = { firstWaitSeconds: 30, longestWaitSeconds: 3_600 } as const;
const BATCH_SIZE = 200;
const MAX_ROUNDS = 50;
/** Maximum concurrent requests. Apple pushes share one connection; Google rate-limits calls. */
const PUSHES = 50;
const PATCHES = 10;
/** If the link to a Google pass was not followed within this time, its updates are abandoned. */
const FOLLOWED_WITHIN_MS = 86_400_000;

type Holder = store.OutdatedHolder;
/** `gone`: delete the holder. `later`: the holder becomes due again automatically. */
type Outcome = { holder: Holder; became: 'updated' | 'gone' | 'later'; error?: unknown };

/**
 * Scheduled job. Card changes mark passes as outdated in their own transaction (db/functions.sql), so a crash loses no
 * update.
 */
export async function updatePasses(context: Context): Promise<void> {
  const wallets = context.integrations.passes.wallets();
  if (wallets.length === 0) return;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const claim = { walletNames: wallets, now: context.clock.now(), limit: BATCH_SIZE, ...WAITS };
    const holders = await store.claimOutdated(context.database.orm, claim);
    const outcomes = await notifyHolders(context, holders);
    await record(context, outcomes);
    // No update succeeded, so the rest would fail as well.
    if (holders.length < BATCH_SIZE || outcomes.every(({ became }) => became === 'later')) return;
  }
}

async function notifyHolders(context: Context, holders: readonly Holder[]): Promise<Outcome[]> {
  const limits = { apple: createLimiter({ concurrency: PUSHES }), google: createLimiter({ concurrency: PATCHES }) };
  return Promise.all(
    holders.map((holder) =>
      limits[holder.wallet](async (): Promise<Outcome> => {
        try {
          return { holder, became: await notifyHolder(context, holder) };
        } catch (error) {
          return { holder, became: 'later', error };
        }
      }),
    ),
  );
}

async function notifyHolder(context: Context, holder: Holder): Promise<Outcome['became']> {
  const { passes } = context.integrations;
  const isFormer = isFormerPass(context, holder);
  if (holder.wallet === 'apple') {
    // The card's link was replaced, so the phone could not fetch this pass.
    if (isFormer) return 'gone';
    return passes.apple ? passes.apple.push(holder.pushToken) : 'later';
  }
  const now = context.clock.now();
  const value = buildPassValue(holder, now);
  // Google keeps the pass, so hide the balance of a replaced link.
  const shownValue = isFormer ? { ...value, balanceCents: 0, status: 'void' as const } : value;
  const became = (await passes.google?.update(shownValue)) ?? 'missing';
  if (became === 'missing' && now.getTime() - holder.createdAt.getTime() < FOLLOWED_WITHIN_MS) return 'later';
  return isFormer ? 'gone' : 'updated';
}

function isFormerPass({ secrets }: Context, { passId, sealed }: Holder): boolean {
  return derivePass(secrets, sealed).id !== passId;
}

async function record(context: Context, outcomes: readonly Outcome[]): Promise<void> {
  const { database, clock, log } = context;
  const listHolders = (became: Outcome['became']) =>
    outcomes.filter((outcome) => outcome.became === became).map(({ holder }) => holder);
  const [updated, goneHolders] = [listHolders('updated'), listHolders('gone')];
  await store.markUpdated(database.orm, { updated, now: clock.now() });
  await store.deleteGone(database.orm, goneHolders);
  const former = goneHolders.filter((holder) => isFormerPass(context, holder)).map(({ passId }) => passId);
  await store.deleteUnheld(database.orm, former);
  if (updated.length + goneHolders.length > 0)
    log.info({ updated: updated.length, gone: goneHolders.length }, 'wallet_pass.holders_updated');
  for (const wallet of ['apple', 'google'] as const) {
    const failed = outcomes.filter(({ holder, error }) => holder.wallet === wallet && error !== undefined);
    if (failed.length > 0)
      log.warn({ wallet, holders: failed.length, err: failed[0]?.error }, 'wallet_pass.update_failed');
  }
}
