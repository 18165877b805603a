import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import qs from 'qs';
import type { AnswerOf, CallName, RequestOf } from '#contract/calls.ts';
import { createApp } from '#server/app.ts';
import { type Composition, createContext } from '#server/bootstrap.ts';
import type { Context } from '#server/context.ts';
import type { Database, DatabaseKind } from '#server/platform/database/database.ts';
import type { OutgoingMail } from '#server/platform/ports/mail.ts';
import type { Handed, OutgoingMessage } from '#server/platform/ports/messages.ts';
import { registerJobs } from '#server/register-jobs.ts';
import { readSettings } from '#server/settings.ts';
import { type Counter, createKeyCounter, createTillCounter } from './counter.ts';
import type { ReadPhone } from './customer.ts';
import { type Customer, enterShop, OWN_MOBILE } from './customer-verbs.ts';
import { openTestDatabase } from './database.ts';
import { deliverCard } from './deliver-card.ts';
import type { Provider } from './providers.ts';
import { type QueuedJobs, queuedJobs } from './queued-jobs.ts';
import { listSoldCards, type SoldCard } from './sold-cards.ts';
import { type Stored, type StoredRow, storedRows } from './stored.ts';
import { browserHeaders, keepCookie, type TestBrowser } from './test-browser.ts';

/** `key`: the Idempotency-Key header. A client without `browser` stores no cookies. */
export type Sending = { token?: string; store?: string; key?: string; address?: string; browser?: TestBrowser };

export type Send = <Name extends CallName>(
  name: Name,
  options?: Partial<RequestOf<Name>> & Sending,
) => Promise<{ status: number; body: AnswerOf<Name> & { code?: string; message?: string; parameters?: unknown } }>;

export type TestShop = {
  app: FastifyInstance;
  context: Context;

  send: Send;
  /** Signs a customer in by code, by default Wren Banks. Registers a mobile that has no account yet. */
  customer(mobile?: string): Promise<Customer>;
  counter(shopUrl?: string): Promise<Counter>;
  till(shopUrl?: string): Promise<Counter>;

  /** Moves the clock and enqueues the work that has become due. */
  moveTo(instant: string): Promise<void>;
  /** Moves the clock forward without starting work. */
  wait(ms: number): void;

  /**
   * Sends the queued messages of a gift card, by default of the latest. With `last`, a failed message is not retried.
   */
  deliver(cardId?: number, attempt?: { last: boolean }): Promise<void>;
  /** SMS and MMS messages handed to the carrier, oldest first, except codes. */
  sent: OutgoingMessage[];
  codes: OutgoingMessage[];
  /** While `says` is set, it responds instead of the carrier. If it returns null, the message goes to the carrier. */
  carrier: { says: ((message: OutgoingMessage) => Promise<Handed | null>) | null };
  phone: ReadPhone;
  /** Returns the secret in the card page link of the newest text to a mobile, or ''. */
  secretOn(mobile: string): Promise<string>;
  cardPage(secret: string): ReturnType<typeof readCardPage>;

  cards(): Promise<SoldCard[]>;
  lastCard(): Promise<SoldCard>;
  readLedger(card: { id: number }): Promise<StoredRow<'giftCardEntries'>[]>;
  /** Returns the balance and held amount of each gift card in cents, as `balance/held`. */
  balances(): Promise<string[]>;
  /** Returns the sandbox payment provider's charges, each as `cents status`. */
  charges(): Promise<string[]>;

  stored: Stored;
  jobs: QueuedJobs;
  close(): Promise<void>;
};

type Options = {
  env?: Record<string, string>;
  providers?: readonly Provider[];
  /** The database of another test shop. This shop acts as a second process on that database and does not close it. */
  database?: Database;
  connections?: number;
  fresh?: boolean;
  /** Runs workers and scheduled jobs; otherwise jobs stay queued. */
  working?: boolean;
  change?: (composition: Composition) => void;
};

export function mailCaptureOptions(mails: OutgoingMail[]): Required<Pick<Options, 'env' | 'change'>> {
  return {
    env: { MAIL: 'smtp', SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'shop@handsel.example' },
    change({ context }) {
      context.integrations.mail = {
        name: 'smtp',
        async send(mail) {
          mails.push(mail);
          return { state: 'sent' };
        },
      };
    },
  };
}

export const SHOP_OPENS = '2026-11-02T01:00:00.000Z';

/** Returns the time `count` minutes after the test shop opens. */
export const minutesAfterOpening = (count: number): string =>
  new Date(Date.parse(SHOP_OPENS) + count * 60_000).toISOString();

export function callUrl(
  name: CallName,
  options: { params?: unknown; query?: unknown; store?: string },
): { method: string; url: string } {
  const [method = 'GET', path = ''] = name.split(' ');
  const params = (options.params ?? {}) as Record<string, unknown>;
  const filled = path.replace(/\{(\w+)\}/g, (_, key) => encodeURIComponent(String(params[key])));
  const query = qs.stringify(options.query ?? {}, { encodeValuesOnly: false });
  return { method, url: `/rest/${options.store ?? 'default'}/V1/${filled}${query ? `?${query}` : ''}` };
}

/**
 * Opens the whole server on its own database, with the small test catalogue and a clock that tests can move. The server
 * listens on no port.
 */
export async function openTestShop(kind: DatabaseKind, options: Options = {}): Promise<TestShop> {
  const { providers = [] } = options;
  const database = options.database ?? (await openTestDatabase(kind, 'shop', options));
  const composition = await createContext(
    readTestSettings(providers, { CLOCK_FROM: SHOP_OPENS, ...options.env }),
    database,
  );
  const recorded = recordMessages(composition.context);
  options.change?.(composition);
  const { context, providerRoutes } = composition;
  context.clock.moveTo?.(new Date(SHOP_OPENS));
  const app = await createApp(context, providerRoutes);
  if (options.working) await registerJobs(context);

  const demoPhone: ReadPhone = async (to) =>
    (await app.inject({ url: `/phone/messages?to=${encodeURIComponent(to)}` })).json();
  const stored = storedRows(database);
  const shop: TestShop = {
    app,
    context,
    send: createSender(app),
    customer: (mobile = OWN_MOBILE) => enterShop(shop, mobile),
    counter: (shopUrl = 'teapots') => createKeyCounter(shop, shopUrl),
    till: (shopUrl = 'teapots') => createTillCounter(shop, shopUrl),
    async moveTo(instant) {
      context.clock.moveTo?.(new Date(instant));
      await context.jobs.runScheduled('clock moved');
    },
    wait: (ms) => context.clock.moveTo?.(new Date(context.clock.ms() + ms)),
    deliver: async (cardId, attempt = { last: false }) =>
      deliverCard(context, cardId ?? (await shop.lastCard()).id, attempt),
    ...recorded,
    phone: providers.find(({ phone }) => phone)?.phone ?? demoPhone,
    async secretOn(mobile) {
      const [text] = (await shop.phone(mobile)).filter(({ kind }) => kind === 'sms');
      return text?.text.split('/card/')[1] ?? '';
    },
    cardPage: (secret) => readCardPage(shop, secret),
    cards: () => listSoldCards(shop),
    async lastCard() {
      const card = (await listSoldCards(shop)).at(-1);
      if (!card) throw new Error('No gift card was sold.');
      return card;
    },
    readLedger: ({ id }) => stored.all('giftCardEntries', { giftCardId: id }),
    balances: async () =>
      (await stored.all('giftCardAccounts')).map(({ balanceCents, heldCents }) => `${balanceCents}/${heldCents}`),
    charges: async () =>
      (await stored.all('sandboxPayments'))
        .sort((payment, other) => payment.createdAt.getTime() - other.createdAt.getTime())
        .map(({ amountCents, status }) => `${amountCents} ${status}`),
    stored,
    jobs: queuedJobs(database),
    async close() {
      await app.close();
      await context.jobs.stop();
      if (!options.database) await database.close();
      for (const provider of providers) await provider.close();
    },
  };
  for (const provider of providers) provider.attach?.(shop);
  return shop;
}

function readTestSettings(providers: readonly Provider[], env: Record<string, string> = {}) {
  return readSettings({
    NODE_ENV: 'test',
    DATA_DIR: join(tmpdir(), `handsel-test-${randomUUID()}`),
    SESSION_SECRET: 'a secret for tests that is long enough to pass',
    CARD_KEYS: 'k1:a key for the gift cards of tests that is long enough',
    PUBLIC_URL: 'http://shop.test',
    HUMAN_CHECK: 'none',
    CLOCK: 'movable',
    WEB: 'none',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    ...Object.assign({}, ...providers.map((provider) => provider.env)),
    ...env,
  });
}

function recordMessages(context: Context): Pick<TestShop, 'sent' | 'codes' | 'carrier'> {
  const real = context.integrations.messages;
  const recorded: Pick<TestShop, 'sent' | 'codes' | 'carrier'> = { sent: [], codes: [], carrier: { says: null } };
  const send = async (message: OutgoingMessage): Promise<Handed> => {
    if (message.purpose === 'code') {
      recorded.codes.push(message);
      return real.send(message);
    }
    recorded.sent.push(message);
    return (await recorded.carrier.says?.(message)) ?? real.send(message);
  };
  context.integrations.messages = { ...real, send };
  return recorded;
}

function createSender(app: FastifyInstance): Send {
  return async (name, options = {}) => {
    const { method, url } = callUrl(name, options as never);
    const { token, key, body, address, browser } = options as Sending & { body?: unknown };
    const answer = await app.inject({
      method: method as 'GET',
      url,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
        ...browserHeaders(browser),
      },
      ...(address ? { remoteAddress: address } : {}),
      ...(body === undefined ? {} : { payload: body as object }),
    });
    keepCookie(browser, answer);
    return { status: answer.statusCode, body: answer.json() };
  };
}

const readCardPage = ({ send }: Pick<TestShop, 'send'>, secret: string) =>
  send('GET mobiledigital/card', { query: { secret } });
