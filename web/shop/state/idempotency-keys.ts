import type { CallName } from '#contract/calls.ts';
import { isRecord, readTab, writeTab } from '#web/shared/state/storage.ts';
import { newUuid } from '#web/shared/state/uuid.ts';
import { CART_CHANGES, KEYED_CALLS } from '../calls/browser-calls.ts';

/** Calls that take an Idempotency-Key (docs/decisions/025). */
export type KeyedCall = keyof typeof KEYED_CALLS;

/** A tap that comes later than this is a request of its own. */
const REMEMBERED_MS = 10 * 60_000;

/** The key the lost call had, when it was sent (ms), and its name, by what was asked. */
type Lost = Record<string, { key: string; at: number; name: string }>;

/** Outlives a page load, because that is what the offline popup offers; a sign-out clears it. */
const KEPT = 'lost-answers';

function read(): Lost {
  const stored = Object.entries(readTab(KEPT, isLost) ?? {});
  return Object.fromEntries(stored.filter(([, { at }]) => Date.now() - at < REMEMBERED_MS));
}

function keep(lost: Lost): void {
  writeTab(KEPT, Object.keys(lost).length === 0 ? null : lost);
}

/**
 * What was asked, the same for each try: who repeats it has fresh proofs, of being human or of a mobile, which are not
 * to be kept here.
 */
function fingerprintOf(name: CallName, { body }: { body?: unknown }): string {
  return `${name} ${JSON.stringify(body, (field, parts) => (field === 'r_token' || field === 'jwt' ? undefined : parts))}`;
}

function lostKey(name: KeyedCall, parts: { body?: unknown }): string | null {
  return read()[fingerprintOf(name, parts)]?.key ?? null;
}

/** True when the same was asked in the last ten minutes and no answer came: it may have been done. */
export function answerWasLost(name: KeyedCall, parts: { body?: unknown }): boolean {
  return lostKey(name, parts) !== null;
}

/** The key of a call: a new one, or that of the same call when its answer was lost. '' for calls that take none. */
export function keyOf(name: CallName, parts: { body?: unknown }): string {
  return isKeyed(name) ? (lostKey(name, parts) ?? newUuid()) : '';
}

/** The call may have been done. */
export function noteLost(name: CallName, parts: { body?: unknown }, key: string): void {
  if (changesCart(name, parts)) clearLostAdditions();
  if (key !== '') keep({ ...read(), [fingerprintOf(name, parts)]: { key, at: Date.now(), name } });
}

/** The call was done, or rejected for good. */
export function noteAnswered(name: CallName, parts: { body?: unknown }): void {
  if (changesCart(name, parts)) clearLostAdditions();
  const { [fingerprintOf(name, parts)]: answered, ...others } = read();
  if (answered) keep(others);
}

/** Of what was put into a cart that is another now. */
function clearLostAdditions(): void {
  clearLostAnswers('POST carts/mine/items');
  clearLostAnswers('POST mobiledigital/savegiftcardrecipients');
}

/** All of them, or those of one call. */
export function clearLostAnswers(name?: KeyedCall): void {
  const lost = Object.entries(read());
  const left = lost.filter(([, call]) => name !== undefined && call.name !== name);
  if (left.length < lost.length) keep(Object.fromEntries(left));
}

function changesCart(name: CallName, { body }: { body?: unknown }): boolean {
  // What was added before without an answer must not be answered from then.
  return CART_CHANGES[name] === true || setsLine(body);
}

/** Adding with an item_id sets a line to a quantity. */
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
