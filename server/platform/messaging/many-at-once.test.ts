import { afterEach, describe, expect, it, vi } from 'vitest';
import { messagePurposes } from '#server/domain/message-purposes.ts';
import { AT_ONCE } from '#test/support/customer.ts';
import { everyDatabase } from '#test/support/database.ts';
import { countInserts, refuseWrites } from '#test/support/database-acts.ts';
import { lockRow } from '#test/support/locks.ts';
import { manyNumber, sellManyCards } from '#test/support/many-cards.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { dispatchMessages } from './dispatcher.ts';

const CARDS = 60;
const PATIENCE = { timeout: 60_000, interval: 100 };

describe.each(everyDatabase())('many gift cards due at the same moment on %s', (kind) => {
  let shop: TestShop;
  let composed: () => Promise<number>;

  async function open({
    working = false,
    names = () => 'Mia',
  }: {
    working?: boolean;
    names?: (index: number) => string;
  } = {}) {
    shop = await openTestShop(kind, {
      working,
      change: ({ context: { integrations } }) => {
        integrations.messages = { ...integrations.messages, idempotent: false };
      },
    });
    shop.carrier.says = async ({ ref }) => ({ state: 'sent', providerId: `id-of-${ref}` });
    composed = await countInserts(shop, 'composedPictures');
    const when = { scheduledAt: AT_ONCE, zone: 'Australia/Sydney' };
    const cards = Array.from({ length: CARDS }, (_, index) => ({
      to: manyNumber(index),
      ...when,
      firstname: names(index),
    }));
    await sellManyCards(shop.context, cards);
  }
  afterEach(() => shop.close());

  const waiting = async () => (await shop.stored.all('messages', { state: 'queued' })).map(({ id }) => id);
  const dispatch = (ids: number[], last = false) =>
    dispatchMessages(
      shop.context,
      messagePurposes,
      ids.map((messageId) => ({ messageId, last })),
    );
  const states = async () => {
    const byState = Object.groupBy(await shop.stored.all('giftCards'), ({ deliveryState }) => deliveryState);
    return Object.entries(byState)
      .map(([state, cards]) => `${state} ${cards.length}`)
      .toSorted();
  };
  const refs = () => shop.sent.map(({ ref }) => ref);

  it('sends each card once across concurrent dispatches, and composes identical pictures once', async () => {
    await open();
    for (const channel of ['pictures', 'texts']) {
      const ids = await waiting();
      expect(ids, channel).toHaveLength(CARDS);
      await Promise.all(Array.from({ length: 4 }, (_, index) => dispatch(index % 2 ? ids : ids.toReversed())));
    }
    expect(new Set(refs()).size).toBe(2 * CARDS);
    expect(shop.sent).toHaveLength(2 * CARDS);
    expect(await states()).toEqual([`sent ${CARDS}`]);
    expect(await composed()).toBe(1);
  });

  it('gives each card its own image URL and the right picture', async () => {
    await open({ names: (index) => (index < 2 ? 'Ava' : 'Mia') });
    await dispatch(await waiting());
    const addresses = shop.sent.map(({ mediaUrl = '' }) => new URL(mediaUrl).pathname);
    expect(new Set(addresses).size).toBe(CARDS);
    const bytes = await Promise.all(
      addresses.map(async (url) => (await shop.app.inject({ url })).rawPayload.toString('base64')),
    );
    expect(new Set(bytes).size).toBe(2);
    expect(bytes[0]).toBe(bytes[1]);
    expect(bytes[1]).not.toBe(bytes[2]);
    expect(await composed()).toBe(2);
    const rows = (await shop.stored.all('messages')).slice(0, CARDS);
    expect(rows.map(({ ref, providerId, parts }) => ({ ref, providerId, parts }))).toEqual(
      shop.sent.map(({ ref }) => ({ ref, providerId: `id-of-${ref}`, parts: 1 })),
    );
  });

  it('sends both messages of each card through the job queue', async () => {
    await open({ working: true });
    await vi.waitFor(async () => expect(await states()).toEqual([`sent ${CARDS}`]), PATIENCE);
    expect(new Set(refs()).size).toBe(2 * CARDS);
    expect(shop.sent).toHaveLength(2 * CARDS);
  });

  it('does not let a refused, unanswered or unsent message affect the others of its batch', async () => {
    await open();
    const { providerError } = await import('#server/platform/ports/service.ts');
    const notAnswered = (mayHaveBeenApplied: boolean) =>
      providerError({ service: 'messages', kind: 'network', mayHaveBeenApplied });
    shop.carrier.says = async ({ to, ref }) => {
      const index = Number(to.slice(-2));
      if (index === 1) return { state: 'refused', reason: 'no', problem: 'number' };
      if (index === 2) throw notAnswered(true);
      if (index === 3) throw notAnswered(false);
      return { state: 'delivered', providerId: ref };
    };
    const ids = await waiting();
    const errors = await dispatch(ids);
    expect(errors.map((error) => error !== null)).toEqual(ids.map((_, index) => index === 3));
    await dispatch(await waiting());
    expect(await states()).toEqual([`delivered ${CARDS - 3}`, 'failed 1', 'queued 1', 'unknown 1']);
    expect(new Set(refs()).size).toBe(shop.sent.length - 1);
  });

  it('sends the other cards without waiting for a locked card, and sends that card later', async () => {
    await open();
    const [{ id = 0 } = {}] = await shop.stored.all('giftCards');
    const lock = kind === 'postgres' ? await lockRow(shop, { table: 'giftCards', id }) : null;
    const dispatched = dispatch(await waiting());
    if (lock) {
      await vi.waitFor(async () => expect(await lock.waiting()).toBe(1), PATIENCE);
      expect(await shop.stored.count('messages', { state: 'claimed' })).toBe(CARDS - 1);
    }
    await lock?.release();
    await dispatched;
    expect(new Set(refs()).size).toBe(CARDS);
  });

  it('sends the other cards when one card is broken, and fails that card after its last attempt', async () => {
    await open();
    const ids = await waiting();
    const [{ id: giftCardId = 0 } = {}] = await shop.stored.all('giftCards');
    await refuseWrites(shop, { table: 'messages', where: { giftCardId, state: 'claimed' } });
    expect((await dispatch(ids)).filter(Boolean)).toHaveLength(1);
    expect(shop.sent).toHaveLength(CARDS - 1);
    expect((await dispatch(ids, true)).filter(Boolean)).toHaveLength(1);
    expect((await shop.stored.one('giftCards', { id: giftCardId })).deliveryState).toBe('failed');
    expect(await shop.stored.count('messages', { purpose: 'gift-failed' })).toBe(1);
  });
});
