import { afterEach, describe, expect, test, vi } from 'vitest';
import { messagePurposes } from '#server/domain/message-purposes.ts';
import type { Handed, OutgoingMessage } from '#server/platform/ports/messages.ts';
import { everyDatabase } from '#test/support/database.ts';
import { manyNumber, sellManyCards } from '#test/support/many-cards.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { dispatchMessages } from './dispatcher.ts';

const CARDS = 60;
const PATIENCE = { timeout: 60_000, interval: 100 };

describe.each(everyDatabase())('many gift cards that are due at once on %s', (kind) => {
  let shop: TestShop;
  let sent: OutgoingMessage[];
  let answer: (message: OutgoingMessage) => Promise<Handed>;
  const query = async (text: string) => (await shop.context.database.query(text)).rows;

  async function open({
    working = false,
    names = () => 'Mia',
  }: {
    working?: boolean;
    names?: (at: number) => string;
  } = {}) {
    sent = [];
    answer = async ({ ref }) => ({ state: 'sent', providerId: `id-of-${ref}` });
    shop = await openTestShop(kind, {
      working,
      change: ({ context }) => {
        const send = async (message: OutgoingMessage): Promise<Handed> => {
          sent.push(message);
          return answer(message);
        };
        context.integrations.messages = { ...context.integrations.messages, idempotent: false, send };
      },
    });
    // Counts what is composed, and not only what is kept of it.
    await query('create table composings (key text)');
    await query(`create function note_composing() returns trigger language plpgsql
      as $$ begin insert into composings values (new.key); return new; end $$`);
    await query(`create trigger note_composing before insert on composed_pictures
      for each row execute function note_composing()`);
    const when = { at: '2026-11-02 12:00:00', zone: 'Australia/Sydney' };
    const cards = Array.from({ length: CARDS }, (_, at) => ({ to: manyNumber(at), ...when, firstname: names(at) }));
    await sellManyCards(shop.context, cards);
  }
  afterEach(() => shop.close());

  const waiting = async () =>
    (await query(`select id from messages where state = 'queued' order by id`)).map(({ id }) => Number(id));
  const dispatch = (ids: number[], last = false) =>
    dispatchMessages(
      shop.context,
      messagePurposes,
      ids.map((messageId) => ({ messageId, last })),
    );
  const states = async () =>
    (await query(`select delivery_state as state, count(*)::int as n from gift_cards group by 1 order by 1`)).map(
      ({ state, n }) => `${state} ${n}`,
    );
  const refs = () => sent.map(({ ref }) => ref);

  test('go out once each, whoever works on them, and equal pictures are composed once', async () => {
    await open();
    for (const channel of ['pictures', 'texts']) {
      const ids = await waiting();
      expect(ids, channel).toHaveLength(CARDS);
      await Promise.all(Array.from({ length: 4 }, (_, at) => dispatch(at % 2 ? ids : ids.toReversed())));
    }
    expect(new Set(refs()).size).toBe(2 * CARDS);
    expect(sent).toHaveLength(2 * CARDS);
    expect(await states()).toEqual([`sent ${CARDS}`]);
    expect(await query('select key from composings')).toHaveLength(1);
  });

  test('each show their picture under an address of their own, and each what is theirs', async () => {
    await open({ names: (at) => (at < 2 ? 'Ava' : 'Mia') });
    await dispatch(await waiting());
    const addresses = sent.map(({ mediaUrl = '' }) => new URL(mediaUrl).pathname);
    expect(new Set(addresses).size).toBe(CARDS);
    const bytes = await Promise.all(
      addresses.map(async (url) => (await shop.app.inject({ url })).rawPayload.toString('base64')),
    );
    expect(new Set(bytes).size).toBe(2);
    expect(bytes[0]).toBe(bytes[1]);
    expect(bytes[1]).not.toBe(bytes[2]);
    expect(await query('select key from composings')).toHaveLength(2);
    // A carrier's id and the number of parts are those of each message.
    const rows = await query('select ref, provider_id, parts from messages order by id limit 60');
    expect(rows).toEqual(sent.map(({ ref }) => ({ ref, provider_id: `id-of-${ref}`, parts: 1 })));
  });

  test('go by the jobs of the queue, each its two messages', async () => {
    await open({ working: true });
    await vi.waitFor(async () => expect(await states()).toEqual([`sent ${CARDS}`]), PATIENCE);
    expect(new Set(refs()).size).toBe(2 * CARDS);
    expect(sent).toHaveLength(2 * CARDS);
  });

  test('of which some are refused, some unanswered and some surely not sent: each for itself', async () => {
    await open();
    const { providerError } = await import('#server/platform/ports/service.ts');
    const notAnswered = (mayHaveBeenApplied: boolean) =>
      providerError({ service: 'messages', kind: 'network', mayHaveBeenApplied });
    answer = async ({ to, ref }) => {
      const at = Number(to.slice(-2));
      if (at === 1) return { state: 'refused', reason: 'no', problem: 'number' };
      if (at === 2) throw notAnswered(true);
      if (at === 3) throw notAnswered(false);
      return { state: 'delivered', providerId: ref };
    };
    const ids = await waiting();
    const errors = await dispatch(ids);
    expect(errors.map((error) => error !== null)).toEqual(ids.map((_, at) => at === 3));
    await dispatch(await waiting());
    expect(await states()).toEqual([`delivered ${CARDS - 3}`, 'failed 1', 'queued 1', 'unknown 1']);
    expect(new Set(refs()).size).toBe(sent.length - 1);
  });

  test('of which one is locked: the others do not wait for it, and it follows', async () => {
    await open();
    const [locked] = await query('select min(id) as id from gift_cards');
    const gone = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const locks = kind === 'postgres';
    const hold = () =>
      shop.context.database.exclusive((connection) =>
        connection.transaction(async (run) => {
          await run.query(`select id from gift_cards where id = ${locked.id} for update`);
          held.resolve();
          await gone.promise;
        }),
      );
    // The embedded database has one transaction at a time, so nothing can be locked there.
    const holding = locks ? hold() : Promise.resolve(held.resolve());
    await held.promise;
    const dispatched = dispatch(await waiting());
    if (locks) {
      await vi.waitFor(async () => {
        const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
        expect(await query(waits)).toHaveLength(1);
      }, PATIENCE);
      expect(await query(`select 1 from messages where state = 'claimed'`)).toHaveLength(CARDS - 1);
    }
    gone.resolve();
    await holding;
    await dispatched;
    expect(new Set(refs()).size).toBe(CARDS);
  });

  test('of which one is broken: the others go out, and it fails visibly after its last try', async () => {
    await open();
    const ids = await waiting();
    const [{ id: cardId }] = await query('select min(id) as id from gift_cards');
    // A rule of the database that this card's claim breaks.
    await query(`create function break_claim() returns trigger language plpgsql as $$ begin
      if new.gift_card_id = ${cardId} and new.state = 'claimed' then raise exception 'broken'; end if; return new; end $$`);
    await query('create trigger break_claim before update on messages for each row execute function break_claim()');
    expect((await dispatch(ids)).filter(Boolean)).toHaveLength(1);
    expect(sent).toHaveLength(CARDS - 1);
    expect((await dispatch(ids, true)).filter(Boolean)).toHaveLength(1);
    const [row] = await query(`select delivery_state as state from gift_cards where id = ${cardId}`);
    expect(row.state).toBe('failed');
    expect(await query(`select 1 from messages where purpose = 'gift-failed'`)).toHaveLength(1);
  });
});
