import type { CallName, Calls } from '#contract/calls.ts';
import { isRecord } from './storage.ts';
import { readTab, writeTab } from './tab-storage.ts';
import { newUuid } from './uuid.ts';

/** Calls that take an Idempotency-Key (docs/decisions/025). */
export type KeyedCall = {
  [Name in CallName]: Calls[Name] extends { idempotencyKey: true } ? Name : never;
}[CallName];

/** The type makes the contract and this list agree. */
const KEYED: Record<KeyedCall, true> = {
  'POST carts/mine/items': true,
  'POST mobiledigital/createAccount': true,
  'POST mobiledigital/resendgiftcard': true,
  'POST mobiledigital/correctgiftcardmobile': true,
};

/** Calls after which the cart is another: what was added before without an answer is not to be answered from then. */
const CHANGES_CART: Partial<Record<CallName, true>> = {
  'PUT carts/mine/items/{itemId}': true,
  'DELETE carts/mine/items/{itemId}': true,
  'POST mobiledigital/clearcart': true,
  'POST carts/mine/payment-information': true,
};

/** A tap that comes later than this is a wish of its own. */
const REMEMBERED_MS = 10 * 60_000;

/** The key the lost call had, when it was sent (ms), and its name, by what was asked. */
type Lost = Record<string, { key: string; at: number; name: string }>;

/** Outlives a page load, because that is what the offline popup offers; a sign-out forgets it. */
const KEPT = 'lost-answers';

function read(): Lost {
  const kept = Object.entries(readTab(KEPT, isLost) ?? {});
  return Object.fromEntries(kept.filter(([, { at }]) => Date.now() - at < REMEMBERED_MS));
}

function keep(lost: Lost): void {
  writeTab(KEPT, Object.keys(lost).length === 0 ? null : lost);
}

/** What was asked, the same for each try: who repeats it has fresh proofs, of being human or of a mobile, which are not to be kept here. */
function wishOf(name: CallName, { body }: { body?: unknown }): string {
  return `${name} ${JSON.stringify(body, (field, given) => (field === 'r_token' || field === 'jwt' ? undefined : given))}`;
}

function lostKey(name: KeyedCall, given: { body?: unknown }): string | null {
  return read()[wishOf(name, given)]?.key ?? null;
}

/** True when the same was asked in the last ten minutes and no answer came: it may have been done. */
export function answerWasLost(name: KeyedCall, given: { body?: unknown }): boolean {
  return lostKey(name, given) !== null;
}

/** The key of a call: a new one, or that of the same call when its answer was lost. '' for calls that take none. */
export function keyOf(name: CallName, given: { body?: unknown }): string {
  return isKeyed(name) ? (lostKey(name, given) ?? newUuid()) : '';
}

/** The call may have been done. */
export function noteLost(name: CallName, given: { body?: unknown }, key: string): void {
  if (changesCart(name, given)) forgetLostAnswers('POST carts/mine/items');
  if (key !== '') keep({ ...read(), [wishOf(name, given)]: { key, at: Date.now(), name } });
}

/** The call was done, or refused for good. */
export function noteAnswered(name: CallName, given: { body?: unknown }): void {
  if (changesCart(name, given)) forgetLostAnswers('POST carts/mine/items');
  const { [wishOf(name, given)]: answered, ...others } = read();
  if (answered) keep(others);
}

/** All of them, or those of one call. */
export function forgetLostAnswers(name?: KeyedCall): void {
  const lost = Object.entries(read());
  const left = lost.filter(([, one]) => name !== undefined && one.name !== name);
  if (left.length < lost.length) keep(Object.fromEntries(left));
}

function changesCart(name: CallName, { body }: { body?: unknown }): boolean {
  return CHANGES_CART[name] === true || setsLine(body);
}

/** Adding with an item_id sets a line to a quantity (OQ-074). */
function setsLine(body: unknown): boolean {
  return isRecord(body) && isRecord(body.cartItem) && body.cartItem.item_id !== undefined;
}

function isKeyed(name: CallName): name is KeyedCall {
  return Object.hasOwn(KEYED, name);
}

function isLost(value: unknown): value is Lost {
  const isOne = (one: unknown) => isRecord(one) && typeof one.key === 'string' && typeof one.at === 'number';
  return isRecord(value) && Object.values(value).every(isOne);
}
