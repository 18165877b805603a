type Described = { type: 'counter' | 'gauge' | 'histogram'; help: string; labels: readonly string[] };

/**
 * Metrics that GET /metrics returns in addition to those of the process. docs/reference/metrics.md is generated from
 * this list.
 */
export const METRICS = {
  handsel_request_duration_seconds: {
    type: 'histogram',
    help: 'Request duration; its count is the number of requests.',
    labels: ['method', 'call', 'status'],
  },
  handsel_requests_admitted_total: {
    type: 'counter',
    help: 'Requests processed, by kind: money, call or page.',
    labels: ['kind'],
  },
  handsel_requests_refused_total: {
    type: 'counter',
    help: 'Requests rejected with 503 under load.',
    labels: ['kind'],
  },
  handsel_response_cache_requests_total: {
    type: 'counter',
    help: 'Cache lookups of public reads: hit, shared (waited for an identical request) or miss.',
    labels: ['outcome'],
  },
  handsel_sign_in_codes_total: {
    type: 'counter',
    help: 'Sign-in codes: sent, unsent (no carrier accepted the code), limited, confirmed, wrong.',
    labels: ['outcome'],
  },
  handsel_sign_ins_total: {
    type: 'counter',
    help: 'Customer sign-ins by code, personal link or passkey.',
    labels: ['by'],
  },
  handsel_database_connections: {
    type: 'gauge',
    help: 'PostgreSQL connections, used or idle; none with the embedded database.',
    labels: ['state'],
  },
  handsel_database_connections_max: {
    type: 'gauge',
    help: 'Maximum PostgreSQL connections of this server (DATABASE_CONNECTIONS).',
    labels: [],
  },
  handsel_database_waiting: {
    type: 'gauge',
    help: 'Calls and jobs waiting for a database connection.',
    labels: [],
  },
  handsel_service_calls_total: {
    type: 'counter',
    help: 'Calls to external services, answered or failed.',
    labels: ['service', 'provider', 'outcome'],
  },
  handsel_service_circuit_open: {
    type: 'gauge',
    help: '1 while the circuit breaker of a failing service is open, otherwise 0.',
    labels: ['service', 'provider'],
  },
  handsel_database_facts_read: {
    type: 'gauge',
    help: '1 if the database could be read; otherwise 0, and metrics read from the database are missing.',
    labels: [],
  },
  handsel_schedule_tick_age_seconds: {
    type: 'gauge',
    help: 'Seconds since any server last finished the scheduled jobs, at most since this server started.',
    labels: [],
  },
  handsel_jobs: {
    type: 'gauge',
    help: 'Jobs: due, later (scheduled), active, failed (abandoned in the last week).',
    labels: ['queue', 'state'],
  },
  handsel_job_oldest_due_seconds: {
    type: 'gauge',
    help: 'How long the oldest due job has waited; 0 if none.',
    labels: ['queue'],
  },
  handsel_messages: {
    type: 'gauge',
    help: 'Messages queued (due or later) or being sent.',
    labels: ['channel', 'state'],
  },
  handsel_messages_last_day: {
    type: 'gauge',
    help: 'Messages due in the last 24 hours.',
    labels: ['purpose', 'channel', 'carrier', 'state'],
  },
  handsel_sign_in_codes_last_day: {
    type: 'gauge',
    help: 'Sign-in codes counted towards the daily cap: all, and those to new devices.',
    labels: ['to'],
  },
  handsel_sign_in_codes_daily_cap: {
    type: 'gauge',
    help: 'Daily caps for all sign-in codes and for codes to new devices (CODE_SENDS_PER_DAY).',
    labels: ['to'],
  },
  handsel_payments_last_day: {
    type: 'gauge',
    help: 'Payment attempts started in the last 24 hours.',
    labels: ['provider', 'state'],
  },
  handsel_orders_held: {
    type: 'gauge',
    help: 'Orders waiting for an operator.',
    labels: [],
  },
  handsel_orders_held_oldest_seconds: {
    type: 'gauge',
    help: 'How long the oldest held order has waited; 0 if none.',
    labels: [],
  },
  handsel_gift_card_entries_last_day: {
    type: 'gauge',
    help: 'Gift card ledger entries of the last 24 hours.',
    labels: ['kind'],
  },
  handsel_gift_card_entries_last_day_cents: {
    type: 'gauge',
    help: 'Cents of the gift card ledger entries of the last 24 hours: amounts held or released, or balance changes.',
    labels: ['kind'],
  },
  handsel_gift_cards_waiting: {
    type: 'gauge',
    help: 'Undelivered gift cards: later (scheduled), due, and late (due over ten minutes ago).',
    labels: ['state'],
  },
  handsel_alarms_open: {
    type: 'gauge',
    help: '1 for each open alarm; ended alarms are absent (docs/how-to/alarms.md).',
    labels: ['alarm'],
  },
  handsel_books_differences: {
    type: 'gauge',
    help: 'Differences in the latest check of the books; anything but 0 is an alarm.',
    labels: [],
  },
  handsel_books_checked_timestamp_seconds: {
    type: 'gauge',
    help: 'Time of the latest hourly check of the books.',
    labels: [],
  },
  handsel_books_provider_unanswered: {
    type: 'gauge',
    help: '1 if the payment provider did not answer the latest check of the books, otherwise 0.',
    labels: [],
  },
} as const satisfies Record<`handsel_${string}`, Described>;

export type MetricName = keyof typeof METRICS;
type NameOf<Type extends Described['type']> = {
  [Name in MetricName]: (typeof METRICS)[Name]['type'] extends Type ? Name : never;
}[MetricName];

export type Labels<Name extends MetricName> = Record<(typeof METRICS)[Name]['labels'][number], string>;

export type Sample = {
  [Name in NameOf<'gauge' | 'counter'>]: { name: Name; labels: Labels<Name>; value: number };
}[NameOf<'gauge' | 'counter'>];

export type CounterName = NameOf<'counter'>;
