import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { METRICS } from '#server/platform/http/metrics/metric-list.ts';
import { watchedFeatures } from '#server/register-jobs.ts';
import { OWN_MOBILE } from '#test/support/customer-verbs.ts';
import { everyDatabase } from '#test/support/database.ts';
import { giveCards } from '#test/support/given-cards.ts';
import { sellManyCards } from '#test/support/many-cards.ts';
import { addPastBusiness, countRowsRead } from '#test/support/past-business.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { readCurrentFacts, showFacts } from './read-facts.ts';

const ROWS = 60_000;

describe.each(everyDatabase())('metrics of the shop on %s', (kind) => {
  let shop: TestShop;
  const figures = async (): Promise<Map<string, number>> => {
    const text = await shop.context.metrics.text();
    const lines = text.split('\n').filter((line) => line.startsWith('handsel_'));
    return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
  };

  describe('when gift cards were sold', () => {
    beforeEach(async () => {
      const services = [
        () => ({ service: 'messages', provider: 'twilio', state: 'circuit_open', answered: 3, failed: 5 }) as const,
      ];
      shop = await openTestShop(kind, { change: ({ context }) => void context.services.push(...services) });
      await giveCards(shop, await shop.customer(), [{ to: OWN_MOBILE }]);
    });
    afterEach(() => shop.close());

    it('exports counts of sales, payments, messages and sign-ins', async () => {
      const all = await figures();
      const readFigure = (name: string) => all.get(name);
      expect(readFigure('handsel_gift_card_entries_last_day{kind="issue"}')).toBe(1);
      expect(readFigure('handsel_gift_card_entries_last_day_cents{kind="issue"}')).toBe(2_500);
      expect(readFigure('handsel_payments_last_day{provider="sandbox",state="captured"}')).toBe(1);
      const fields = { purpose: 'gift', channel: 'sms', carrier: 'phone', state: 'delivered' };
      const labels = Object.entries(fields).map(([name, value]) => `${name}="${value}"`);
      expect(readFigure(`handsel_messages_last_day{${labels.join(',')}}`)).toBe(1);
      expect(readFigure('handsel_sign_in_codes_total{outcome="sent"}')).toBe(1);
      expect(readFigure('handsel_sign_in_codes_total{outcome="confirmed"}')).toBe(1);
      expect(readFigure('handsel_sign_in_codes_last_day{to="all"}')).toBe(1);
      expect(readFigure('handsel_sign_in_codes_daily_cap{to="new devices"}')).toBe(5_000);
      expect(readFigure('handsel_service_calls_total{service="messages",provider="twilio",outcome="failed"}')).toBe(5);
      expect(readFigure('handsel_service_circuit_open{service="messages",provider="twilio"}')).toBe(1);
      expect(readFigure('handsel_jobs{queue="send-message",state="due"}')).toBeGreaterThan(0);
      expect(readFigure('handsel_database_connections_max')).toBe(kind === 'postgres' ? 10 : undefined);
    });

    it('exports only documented metrics, and caches their values for ten seconds', async () => {
      const names = new Set([...(await figures()).keys()].map((name) => name.replace(/\{.*/, '')));
      const plain = (name: string) => name.replace(/_(bucket|sum|count)$/, '');
      expect([...names].filter((name) => !(name in METRICS) && !(plain(name) in METRICS))).toEqual([]);
      await shop.stored.change('orders', { status: 'held' });
      expect((await figures()).get('handsel_orders_held')).toBe(0);
      expect((await readCurrentFacts(shop.context)).counts.held).toBe(1);
    });

    it('reports an unreachable database and still exports process metrics', async () => {
      const failing = { ...shop.context, database: { ...shop.context.database } };
      failing.database.transaction = () => Promise.reject(new Error('gone'));
      const readers: Parameters<typeof failing.metrics.readFrom>[0][] = [];
      const metrics = { ...failing.metrics, readFrom: (reader: (typeof readers)[0]) => void readers.push(reader) };
      showFacts({ ...failing, metrics }, watchedFeatures);
      const samples = (await Promise.all(readers.map((read) => read()))).flat();
      expect(samples).toContainEqual({ name: 'handsel_database_facts_read', labels: {}, value: 0 });
      expect(samples).toContainEqual(expect.objectContaining({ name: 'handsel_service_circuit_open', value: 1 }));
      expect(samples.filter(({ name }) => name === 'handsel_orders_held')).toEqual([]);
    });
  });

  it('counts waiting and late gift cards', async () => {
    shop = await openTestShop(kind);
    const { context } = shop;
    const cards = ['2026-11-02 12:30:00', '2026-11-05 12:00:00'].map((scheduledAt) => ({
      to: '+61491570156',
      zone: 'Australia/Sydney',
      scheduledAt,
    }));
    await sellManyCards(context, cards);
    expect((await readCurrentFacts(context)).counts).toMatchObject({ later: 2, due: 0, late: 0 });
    context.clock.moveTo?.(new Date('2026-11-02T01:45:00Z'));
    expect((await readCurrentFacts(context)).counts).toMatchObject({ later: 1, due: 1, late: 1 });
    await shop.close();
  });

  if (kind === 'embedded') return;

  it('reads only the open or recent rows of a large shop', async () => {
    shop = await openTestShop(kind);
    const { database } = shop.context;
    await addPastBusiness(database, ROWS);
    const before = await countRowsRead(database);
    await readCurrentFacts(shop.context);
    expect((await countRowsRead(database)) - before).toBeLessThan(ROWS / 2);
    await shop.close();
  });
});
