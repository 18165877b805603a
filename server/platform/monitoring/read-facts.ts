import type { Context } from '#server/context.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import type { Sample } from '#server/platform/http/metrics/metric-list.ts';
import { createSingleFlight } from '#server/platform/kernel/concurrency.ts';
import { type Facts, readFacts } from './facts-store.ts';

/** Facts are cached for this time, so that concurrent scrapers and page reloads share a read. */
const KEPT_MS = 10_000;

/** Returns how many of `cap` daily codes may go to unknown devices. */
type StrangersShare = (cap: number) => number;

type BookCheck = { differences: number; checkedAt: Date; providerUnanswered: boolean };

export type ShownFeatures = {
  strangersShare: StrangersShare;
  books: (handle: Handle) => Promise<BookCheck | null>;
};

export function showFacts(context: Context, features: ShownFeatures, { keptMs = KEPT_MS } = {}): void {
  const { metrics, log } = context;
  const runOnce = createSingleFlight<Sample[]>();
  let cache: { samples: Sample[]; readAt: number } | undefined;

  async function read(): Promise<Sample[]> {
    if (cache && performance.now() - cache.readAt < keptMs) return cache.samples;
    try {
      const { facts, check } = await context.database.transaction(
        async (tx) => ({ facts: await readFacts(tx, context.clock.now()), check: await features.books(tx) }),
        { accessMode: 'read only' },
      );
      const samples = [...databaseSamples(context, facts, features.strangersShare), ...bookSamples(check)];
      cache = { samples, readAt: performance.now() };
      return samples;
    } catch (error) {
      log.warn({ err: error }, 'metrics.database_not_read');
      return [{ name: 'handsel_database_facts_read', labels: {}, value: 0 }];
    }
  }

  metrics.readFrom(() => processSamples(context));
  metrics.readFrom(() => runOnce('facts', read));
}

export function readCurrentFacts({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<Facts> {
  return database.transaction((tx) => readFacts(tx, clock.now()), { accessMode: 'read only' });
}

/**
 * Returns the seconds since the last scheduled run ended, or since this process joined if that is shorter, because a
 * stopped shop missed no run.
 */
export function secondsWithoutTick({ jobs }: Pick<Context, 'jobs'>, facts: Facts): number | null {
  const seconds = [facts.secondsSinceTick, jobs.secondsWorking()].filter((value) => value !== null);
  return seconds.length === 0 ? null : Math.min(...seconds);
}

/** Omits the metrics of the books until their first check, so that an unchecked shop does not look correct. */
function bookSamples(check: BookCheck | null): Sample[] {
  if (!check) return [];
  const { differences, checkedAt, providerUnanswered } = check;
  return [
    { name: 'handsel_books_differences', labels: {}, value: differences },
    { name: 'handsel_books_checked_timestamp_seconds', labels: {}, value: checkedAt.getTime() / 1_000 },
    { name: 'handsel_books_provider_unanswered', labels: {}, value: Number(providerUnanswered) },
  ];
}

function processSamples({ database, services }: Context): Sample[] {
  const pool = database.connections?.();
  return [
    ...(pool
      ? ([
          { name: 'handsel_database_connections', labels: { state: 'used' }, value: pool.used },
          { name: 'handsel_database_connections', labels: { state: 'idle' }, value: pool.idle },
          { name: 'handsel_database_connections_max', labels: {}, value: pool.max },
          { name: 'handsel_database_waiting', labels: {}, value: pool.waiting },
        ] as const)
      : []),
    ...services.flatMap((line): Sample[] => {
      const { service, provider, state, answered, failed } = line();
      const serviceLabels = { service, provider };
      return [
        { name: 'handsel_service_calls_total', labels: { ...serviceLabels, outcome: 'answered' }, value: answered },
        { name: 'handsel_service_calls_total', labels: { ...serviceLabels, outcome: 'failed' }, value: failed },
        { name: 'handsel_service_circuit_open', labels: serviceLabels, value: Number(state === 'circuit_open') },
      ];
    }),
  ];
}

function databaseSamples(context: Context, facts: Facts, strangersShare: StrangersShare): Sample[] {
  const { clock, settings, integrations } = context;
  const { queues, waiting, messages, payments, entries, counts, alarms } = facts;
  const getCarrier = (channel: string) => (channel === 'email' ? integrations.mail.name : integrations.messages.name);
  const heldMs = counts.oldestHeld === null ? 0 : clock.ms() - counts.oldestHeld.getTime();
  const cap = settings.CODE_SENDS_PER_DAY;
  const withoutTick = secondsWithoutTick(context, facts);
  return [
    { name: 'handsel_database_facts_read', labels: {}, value: 1 },
    ...(withoutTick === null
      ? []
      : [{ name: 'handsel_schedule_tick_age_seconds', labels: {}, value: withoutTick } as const]),
    ...queues.flatMap(({ queue, oldestSeconds, due, later, active, failed }): Sample[] => [
      ...Object.entries({ due, later, active, failed }).map(
        ([state, value]): Sample => ({ name: 'handsel_jobs', labels: { queue, state }, value }),
      ),
      { name: 'handsel_job_oldest_due_seconds', labels: { queue }, value: oldestSeconds },
    ]),
    ...waiting.map(
      ({ channel, state, count: value }): Sample => ({ name: 'handsel_messages', labels: { channel, state }, value }),
    ),
    ...messages.map(({ purpose, channel, state, count: value }): Sample => {
      const labels = { purpose, channel, carrier: getCarrier(channel), state };
      return { name: 'handsel_messages_last_day', labels, value };
    }),
    { name: 'handsel_sign_in_codes_last_day', labels: { to: 'all' }, value: counts.codes },
    { name: 'handsel_sign_in_codes_last_day', labels: { to: 'new devices' }, value: counts.strangersCodes },
    { name: 'handsel_sign_in_codes_daily_cap', labels: { to: 'all' }, value: cap },
    { name: 'handsel_sign_in_codes_daily_cap', labels: { to: 'new devices' }, value: strangersShare(cap) },
    ...payments.map(
      ({ provider, state, count: value }): Sample => ({
        name: 'handsel_payments_last_day',
        labels: { provider, state },
        value,
      }),
    ),
    { name: 'handsel_orders_held', labels: {}, value: counts.held },
    { name: 'handsel_orders_held_oldest_seconds', labels: {}, value: heldMs / 1_000 },
    ...entries.flatMap(({ kind, count, cents }): Sample[] => [
      { name: 'handsel_gift_card_entries_last_day', labels: { kind }, value: count },
      { name: 'handsel_gift_card_entries_last_day_cents', labels: { kind }, value: cents },
    ]),
    ...alarms.map(({ name: alarm }): Sample => ({ name: 'handsel_alarms_open', labels: { alarm }, value: 1 })),
    ...(['later', 'due', 'late'] as const).map(
      (state): Sample => ({ name: 'handsel_gift_cards_waiting', labels: { state }, value: counts[state] }),
    ),
  ];
}
