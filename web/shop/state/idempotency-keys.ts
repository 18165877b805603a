import type { CallName } from '#contract/calls.ts';
import { isRecord, readTab, writeTab } from '#web/shared/state/storage.ts';
import { createUuid } from '#web/shared/state/uuid.ts';
import { CART_CHANGES, KEYED_CALLS } from '../calls/browser-calls.ts';

/** Calls that send an idempotency key (docs/decisions/025). */
export type KeyedCall = keyof typeof KEYED_CALLS;

/** After this time, a tap is a new request. */
const REMEMBERED_MS = 10 * 60_000;

/** `at`: a time in milliseconds. */
type Lost = Record<string, { key: string; at: number; name: string }>;

/** Survives reloads, because the offline popup offers one. */
const KEPT = 'lost-answers';

function read(): Lost {
  const stored = Object.entries(readTab(KEPT, isLost) ?? {});
  return Object.fromEntries(stored.filter(([, { at }]) => Date.now() - at < REMEMBERED_MS));
}

function storeLostCalls(lost: Lost): void {
  writeTab(KEPT, Object.keys(lost).length === 0 ? null : lost);
}

/** Leaves out CAPTCHA tokens and JWTs, because retries send fresh ones and they must not be stored. */
function computeFingerprint(name: CallName, { body }: { body?: unknown }): string {
  return `${name} ${JSON.stringify(body, (field, parts) => (field === 'r_token' || field === 'jwt' ? undefined : parts))}`;
}

function findLostKey(name: KeyedCall, parts: { body?: unknown }): string | null {
  return read()[computeFingerprint(name, parts)]?.key ?? null;
}

/** Returns true if the call got no response in the last ten minutes and may have succeeded. */
export function answerWasLost(name: KeyedCall, parts: { body?: unknown }): boolean {
  return findLostKey(name, parts) !== null;
}

/**
 * Returns the idempotency key of the same call if its response was lost, otherwise a new key; '' for calls without
 * keys.
 */
export function resolveIdempotencyKey(name: CallName, parts: { body?: unknown }): string {
  return isKeyed(name) ? (findLostKey(name, parts) ?? createUuid()) : '';
}

export function recordLostCall(name: CallName, parts: { body?: unknown }, key: string): void {
  if (changesCart(name, parts)) clearLostAdditions();
  if (key !== '') storeLostCalls({ ...read(), [computeFingerprint(name, parts)]: { key, at: Date.now(), name } });
}

export function recordAnsweredCall(name: CallName, parts: { body?: unknown }): void {
  if (changesCart(name, parts)) clearLostAdditions();
  const { [computeFingerprint(name, parts)]: answered, ...otherCalls } = read();
  if (answered) storeLostCalls(otherCalls);
}

function clearLostAdditions(): void {
  clearLostAnswers('POST carts/mine/items');
  clearLostAnswers('POST mobiledigital/savegiftcardrecipients');
}

export function clearLostAnswers(name?: KeyedCall): void {
  const lost = Object.entries(read());
  const left = lost.filter(([, call]) => name !== undefined && call.name !== name);
  if (left.length < lost.length) storeLostCalls(Object.fromEntries(left));
}

function changesCart(name: CallName, { body }: { body?: unknown }): boolean {
  // After a change to the cart, earlier additions without a response must not be sent again.
  return CART_CHANGES[name] === true || setsLine(body);
}

/** An addition with an item_id sets the quantity of that line. */
function setsLine(body: unknown): boolean {
  return isRecord(body) && isRecord(body.cartItem) && body.cartItem.item_id !== undefined;
}

function isKeyed(name: CallName): name is KeyedCall {
  return Object.hasOwn(KEYED_CALLS, name);
}

function isLost(value: unknown): value is Lost {
  const isOne = (entry: unknown) => isRecord(entry) && typeof entry.key === 'string' && typeof entry.at === 'number';
  return isRecord(value) && Object.values(value).every(isOne);
}
