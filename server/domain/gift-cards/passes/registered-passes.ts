import { timingSafeEqual } from 'node:crypto';
import type { Context } from '#server/context.ts';
import { derivePass } from '../ledger/card-secrets.ts';
import { buildPassCard } from './card-pass.ts';
import * as store from './passes-store.ts';

/** Maximum per pass. Registering more devices removes the oldest. */
const MAX_DEVICES = 20;

type Proved = NonNullable<Awaited<ReturnType<typeof store.findPassWithCard>>> & { passId: string };

/** Returns null for a wrong token or a replaced link, so that a former recipient learns nothing. */
export async function provePass(
  { database, secrets }: Context,
  { passId, token }: { passId: string; token: string },
): Promise<Proved | null> {
  const pass = await store.findPassWithCard(database.orm, passId);
  if (!pass) return null;
  const ownPass = derivePass(secrets, pass.card.sealed);
  return ownPass.id === passId && isSame(ownPass.token, token) ? { ...pass, passId } : null;
}

function isSame(ownToken: string, givenToken: string): boolean {
  const [left, right] = [Buffer.from(ownToken), Buffer.from(givenToken)];
  return left.length === right.length && timingSafeEqual(left, right);
}

type Device = { passId: string; deviceId: string };

export async function registerDevice(
  { database, clock }: Context,
  { passId, deviceId, pushToken }: Device & { pushToken: string },
): Promise<boolean> {
  const { orm } = database;
  const isNew = await store.upsertHolder(orm, { passId, wallet: 'apple', deviceId, pushToken, now: clock.now() });
  if (isNew) await store.deleteDevicesBeyond(orm, { passId, limit: MAX_DEVICES });
  return isNew;
}

export function unregisterDevice({ database }: Context, device: Device): Promise<void> {
  return store.deleteDevice(database.orm, device);
}

type Changed = { passIds: string[]; tag: string };

/**
 * Returns the passes that changed since tag `since`. The tag has a version per pass, so that a change that commits late
 * is not missed.
 */
export async function listChangedPasses(
  { database, secrets }: Context,
  { deviceId, since }: { deviceId: string; since: string },
): Promise<Changed> {
  const passes = (await store.listPassesOfDevice(database.orm, deviceId)).filter(
    ({ passId, sealed }) => derivePass(secrets, sealed).id === passId,
  );
  const knownVersions = new Set(since.split('.'));
  const versions = passes.map(({ passId, changedAt }) => ({ passId, version: formatVersion(passId, changedAt) }));
  return {
    passIds: versions.filter(({ version }) => !knownVersions.has(version)).map(({ passId }) => passId),
    tag: versions.map(({ version }) => version).join('.'),
  };
}

const formatVersion = (passId: string, changedAt: Date): string =>
  `${passId.slice(0, 12)}-${Math.floor(changedAt.getTime() / 1_000).toString(36)}`;

export async function drawLatest(context: Context, { card, status, availableCents }: Proved): Promise<Buffer | null> {
  const { apple } = context.integrations.passes;
  return apple ? apple.draw(await buildPassCard(context, { card, value: { status, availableCents } })) : null;
}
