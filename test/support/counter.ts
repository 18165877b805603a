import { randomUUID } from 'node:crypto';
import type { CallName, RequestOf } from '#contract/calls.ts';
import { createCounterKey, createTill } from '#server/domain/sellers/keys/counter-keys.ts';
import { machine } from '#test/support/actors.ts';
import type { TestShop } from './shop.ts';

type Calls = Pick<TestShop, 'context' | 'send'>;
type CounterCall = Extract<CallName, `${string} seller/giftcards/${string}`>;
type ListQuery = { cursor?: string | undefined; since?: string; until?: string };

export type Counter = ReturnType<typeof createCounterClient>;

/** Returns a counter for a seller's software with its key. Each call sends a new Idempotency-Key. */
export async function createKeyCounter(shop: Calls, shopUrl: string): Promise<Counter> {
  const counterKey = await createCounterKey(shop.context, { actor: machine, shopUrl, name: 'Front counter' });
  if (!counterKey) throw new Error(`There is no seller ${shopUrl}.`);
  return createCounterClient(shop, counterKey.key);
}

export async function createTillCounter(shop: Calls, shopUrl: string): Promise<Counter> {
  const till = await createTill(shop.context, { actor: machine, shopUrl, name: 'Bar' });
  if (!till) throw new Error(`There is no seller ${shopUrl}.`);
  const { body } = await shop.send('POST seller/till/enrol', { body: { code: till.code } });
  return createCounterClient(shop, body.key);
}

function createCounterClient(shop: Calls, token: string) {
  const call = <Name extends CounterCall>(name: Name, options: Partial<RequestOf<Name>> & { key?: string } = {}) =>
    shop.send(name, { token, key: randomUUID(), ...options } as never);
  return {
    token,
    call,
    check: (card: Shown) => call('POST seller/giftcards/check', { body: pickCodeAndPin(card) }),
    authorise: (card: Shown, amount: number, fields: object = {}) =>
      call('POST seller/giftcards/authorise', { body: { ...pickCodeAndPin(card), amount, ...fields } }),
    capture: (hold: string, amount?: number) =>
      call('POST seller/giftcards/holds/{hold}/capture', { params: { hold }, body: amount ? { amount } : {} }),
    release: (hold: string) => call('POST seller/giftcards/holds/{hold}/release', { params: { hold } }),
    redeem: (card: Shown, amount: number, key: string = randomUUID()) =>
      call('POST seller/giftcards/redeem', { key, body: { ...pickCodeAndPin(card), amount, reference: 'receipt 7' } }),
    reverse: (id: string, amount?: number) =>
      call('POST seller/giftcards/redemptions/{id}/reverse', {
        params: { id },
        body: { reason: 'brought back', ...(amount ? { amount } : {}) },
      }),
    list: (query: ListQuery = {}) => call('GET seller/giftcards/redemptions', { query }),
  };
}

type Shown = { code: string; pin?: string };
const pickCodeAndPin = ({ code, pin }: Shown): Shown => (pin === undefined ? { code } : { code, pin });
