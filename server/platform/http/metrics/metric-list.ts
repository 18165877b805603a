type Described = { type: 'counter' | 'gauge' | 'histogram'; help: string; labels: readonly string[] };

/** What GET /metrics answers beside the figures of the process; docs/reference/metrics.md is made from it. */
export const METRICS = {
  handsel_request_duration_seconds: {
    type: 'histogram',
    help: 'How long requests took, by method, call and status; its count is the number of requests.',
    labels: ['method', 'call', 'status'],
  },
  handsel_requests_admitted_total: {
    type: 'counter',
    help: 'Requests that were worked at, by kind: money, call or page.',
    labels: ['kind'],
  },
  handsel_requests_refused_total: {
    type: 'counter',
    help: 'Requests answered 503 because there was too much to do, by kind: money, call or page.',
    labels: ['kind'],
  },
  handsel_response_cache_requests_total: {
    type: 'counter',
    help: 'Public reads by what the cache had: hit, it had the answer; shared, it was being made for somebody else; miss, the app was asked.',
    labels: ['outcome'],
  },
  handsel_sign_in_codes_total: {
    type: 'counter',
    help: 'Codes by text and by mail, by outcome: sent, unsent (nobody took it), limited (too many), confirmed, wrong.',
    labels: ['outcome'],
  },
  handsel_sign_ins_total: {
    type: 'counter',
    help: 'Sign-ins of customers, by code, by personal link or by passkey.',
    labels: ['by'],
  },
  handsel_database_connections: {
    type: 'gauge',
    help: 'Connections to PostgreSQL by state: used or idle. The embedded database has none.',
    labels: ['state'],
  },
  handsel_database_connections_max: {
    type: 'gauge',
    help: 'How many connections this server opens at most (DATABASE_CONNECTIONS).',
    labels: [],
  },
  handsel_database_waiting: {
    type: 'gauge',
    help: 'Calls and jobs that wait for a connection.',
    labels: [],
  },
  handsel_service_calls_total: {
    type: 'counter',
    help: 'Calls of external services by outcome: answered or failed.',
    labels: ['service', 'provider', 'outcome'],
  },
  handsel_service_circuit_open: {
    type: 'gauge',
    help: 'Whether a service failed so often that it is not called for a while: 1, or 0.',
    labels: ['service', 'provider'],
  },
  handsel_database_facts_read: {
    type: 'gauge',
    help: 'Whether what is in the database could be read for this answer: 1, or 0, and then all below is missing.',
    labels: [],
  },
  handsel_schedule_tick_age_seconds: {
    type: 'gauge',
    help: 'Seconds since a round of the scheduled jobs last ended on any server, at most since this one started.',
    labels: [],
  },
  handsel_jobs: {
    type: 'gauge',
    help: 'Jobs by queue and state: due, later (their time has not come), active, failed (given up within a week).',
    labels: ['queue', 'state'],
  },
  handsel_job_oldest_due_seconds: {
    type: 'gauge',
    help: 'For how long the oldest job that is due has waited; 0 where none is.',
    labels: ['queue'],
  },
  handsel_messages: {
    type: 'gauge',
    help: 'Messages that are queued (due or later) or being sent, by channel.',
    labels: ['channel', 'state'],
  },
  handsel_messages_last_day: {
    type: 'gauge',
    help: 'Messages whose time was within the last 24 hours, by purpose, channel, carrier and what became of them.',
    labels: ['purpose', 'channel', 'carrier', 'state'],
  },
  handsel_sign_in_codes_last_day: {
    type: 'gauge',
    help: 'Sign-in codes that count towards the cap of a day: all, and those to new devices.',
    labels: ['to'],
  },
  handsel_sign_in_codes_daily_cap: {
    type: 'gauge',
    help: 'How many of them there may be (CODE_SENDS_PER_DAY).',
    labels: ['to'],
  },
  handsel_payments_last_day: {
    type: 'gauge',
    help: 'Attempts to pay that began within the last 24 hours, by provider and state.',
    labels: ['provider', 'state'],
  },
  handsel_orders_held: {
    type: 'gauge',
    help: 'Orders that wait for a decision of the operator.',
    labels: [],
  },
  handsel_orders_held_oldest_seconds: {
    type: 'gauge',
    help: 'For how long the oldest of them has waited; 0 where none does.',
    labels: [],
  },
  handsel_gift_card_entries_last_day: {
    type: 'gauge',
    help: 'Entries in the ledger of gift cards of the last 24 hours, by kind.',
    labels: ['kind'],
  },
  handsel_gift_card_entries_last_day_cents: {
    type: 'gauge',
    help: 'What they come to, in cents: what was put aside or set free for hold and release, the change of the balance for all others.',
    labels: ['kind'],
  },
  handsel_gift_cards_waiting: {
    type: 'gauge',
    help: 'Gift cards that wait for their delivery: later (their time has not come), due, and of those late (their message should have gone out ten minutes ago).',
    labels: ['state'],
  },
  handsel_alarms_open: {
    type: 'gauge',
    help: 'Alarms that go on, each 1; one that is over is not there (docs/how-to/alarms.md).',
    labels: ['alarm'],
  },
  handsel_books_differences: {
    type: 'gauge',
    help: 'What did not add up in the latest check of the books; anything but 0 is an alarm.',
    labels: [],
  },
  handsel_books_checked_timestamp_seconds: {
    type: 'gauge',
    help: 'When the books were checked last; they are every hour.',
    labels: [],
  },
  handsel_books_provider_unanswered: {
    type: 'gauge',
    help: 'Whether the payment provider left the latest check of the books unanswered: 1, or 0.',
    labels: [],
  },
} as const satisfies Record<`handsel_${string}`, Described>;

export type MetricName = keyof typeof METRICS;
type NameOf<Type extends Described['type']> = {
  [Name in MetricName]: (typeof METRICS)[Name]['type'] extends Type ? Name : never;
}[MetricName];

export type Labels<Name extends MetricName> = Record<(typeof METRICS)[Name]['labels'][number], string>;

/** What one metric says for these labels. */
export type Sample = {
  [Name in NameOf<'gauge' | 'counter'>]: { name: Name; labels: Labels<Name>; value: number };
}[NameOf<'gauge' | 'counter'>];

export type CounterName = NameOf<'counter'>;
