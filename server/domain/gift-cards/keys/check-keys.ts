import type { Clock } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { type Acting, recordAction } from '#server/domain/operators/record-action.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { SESSION_KEY, type Secrets } from '#server/platform/kernel/keys/card-keys.ts';
import type { GivenKeys } from '#server/platform/kernel/keys/key-files.ts';
import { operatorError } from '#server/platform/kernel/operator-error.ts';
import { judgeKeys, type KeyJudgement, SIGNING } from './key-rules.ts';
import * as store from './keys-store.ts';

export { type JudgedKey, SIGNING } from './key-rules.ts';

/** Checks the keys without changing anything. `errors`: why a server would refuse to start. */
export async function checkKeys({ orm }: Pick<Database, 'orm'>, givenKeys: GivenKeys): Promise<KeyJudgement> {
  return judgeStoredKeys(orm, givenKeys);
}

type Starting = { givenKeys: GivenKeys; as: 'server' | 'command'; clock: Pick<Clock, 'now'> };

/**
 * Throws an operator error if the keys do not match the database's records. A server records new keys; a command must
 * not use a key that no server has recorded.
 */
export async function admitKeys(
  database: Pick<Database, 'orm' | 'transaction'>,
  { givenKeys, as, clock }: Starting,
): Promise<Secrets> {
  const judgement = await judgeStoredKeys(database.orm, givenKeys);
  refuse(judgement.errors);
  const isFirst = judgement.keys.every(({ state }) => state === 'new');
  if (as === 'command' && !isFirst) {
    refuse(describeNewFirstKey(judgement, givenKeys));
    return judgement.secrets;
  }
  if (judgement.records.length === 0) return judgement.secrets;
  return database.transaction(async (tx) => {
    await store.lockKnownKeys(tx);
    const { errors, records, secrets } = await judgeStoredKeys(tx, givenKeys);
    refuse(errors);
    if (records.length > 0) await store.recordKeys(tx, records, clock.now());
    return secrets;
  });
}

async function judgeStoredKeys(handle: Handle, givenKeys: GivenKeys): Promise<KeyJudgement> {
  const knownKeys = await store.listKeys(handle);
  const isKnown = knownKeys.some(({ keyId }) => keyId === SESSION_KEY);
  return judgeKeys(givenKeys, { knownKeys, sample: isKnown ? null : await store.findSealedCard(handle, SESSION_KEY) });
}

function describeNewFirstKey({ keys }: KeyJudgement, { cards: [first] }: GivenKeys): string[] {
  const isNew = keys.some(({ id, state }) => id === first.id && state === 'new');
  if (!isNew) return [];
  return [
    `No server of this shop has started with the key "${first.id}" yet, the first of CARD_KEYS. Start one first.`,
  ];
}

function refuse(errors: readonly string[]): void {
  if (errors.length > 0) throw operatorError({ code: 'keys', sentence: errors.join('\n') });
}

/**
 * Requires `lost` for a key that gift cards still need: these cards can then never be decrypted, and later starts no
 * longer require the key.
 */
export async function removeKey(
  parts: Acting & Pick<Context, 'database'>,
  { givenKeys, id, lost }: { givenKeys: GivenKeys; id: string; lost: boolean },
): Promise<'removed' | 'given up' | 'unknown' | 'in use' | 'needed'> {
  return parts.database.transaction(async (tx) => {
    const key = (await judgeStoredKeys(tx, givenKeys)).keys.find((candidate) => candidate.id === id);
    const row = (await store.listKeys(tx)).find(({ keyId }) => keyId === id);
    if (!row) return 'unknown';
    if (key?.state === 'right') return 'in use';
    if (row.isNeeded && !lost) return 'needed';
    await (row.isNeeded ? store.abandonKey : store.deleteKey)(tx, id);
    const result = row.isNeeded ? 'given up' : 'removed';
    const act = { action: 'sealing_key.removed', subject: `key ${id}`, before: { isNeeded: row.isNeeded } } as const;
    await recordAction(parts, tx, { ...act, after: { result } });
    return result;
  });
}

/** Returns the key that encrypts new cards, or null if the database does not know it. */
export async function findSealingKey({
  database,
  secrets,
}: Pick<Context, 'database' | 'secrets'>): Promise<{ id: string; since: Date } | null> {
  const [{ id }] = secrets.cardKeys;
  const since = await store.findFirstUse(database.orm, id);
  return since && { id, since };
}

export function findSigningSince({ database }: Pick<Context, 'database'>): Promise<Date | null> {
  return store.findFirstUse(database.orm, SIGNING);
}
