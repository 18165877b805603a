import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import qs from 'qs';
import type { AnswerOf, CallName, RequestOf } from '#contract/calls.ts';
import { createApp } from '#server/app.ts';
import { type Composition, createContext } from '#server/bootstrap.ts';
import type { Context } from '#server/context.ts';
import type { Database, DatabaseKind } from '#server/platform/database/open.ts';
import type { OutgoingMail } from '#server/platform/ports/mail.ts';
import { registerJobs } from '#server/register-jobs.ts';
import { readSettings } from '#server/settings.ts';
import type { ReadPhone } from './customer.ts';
import { openTestDatabase } from './database.ts';

/** One call as a client makes it; `token` of the customer who sends it, `key` its Idempotency-Key. */
export type Send = <Name extends CallName>(
  name: Name,
  options?: Partial<RequestOf<Name>> & { token?: string; store?: string; key?: string },
) => Promise<{ status: number; body: AnswerOf<Name> & { code?: string; message?: string; parameters?: unknown } }>;

export type TestShop = {
  app: FastifyInstance;
  context: Context;
  send: Send;
  phone: ReadPhone;
  /** Moves the shop's clock; work that has become due is put into the queue. */
  moveTo(instant: string): Promise<void>;
  close(): Promise<void>;
};

type Options = {
  env?: Record<string, string>;
  /** Of another test shop: this one is then another process of it, which leaves the database open. */
  database?: Database;
  /** Of PostgreSQL, at most. */
  connections?: number;
  /** On a database that no test has used before. */
  fresh?: boolean;
  /** Workers and scheduled jobs run; without them jobs wait in the queue. */
  working?: boolean;
  /** Replaces parts of the context before the app is built, such as a payment provider that fails. */
  change?: (composition: Composition) => void;
};

/** A shop that sends mail, into this list. */
export function mailTo(mails: OutgoingMail[]): Required<Pick<Options, 'env' | 'change'>> {
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

/** Paths as the table has them; ids in braces come from `params`, the store code from `store`. */
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

/** The whole server on a database of its own, with the small test catalogue and a movable clock; nothing listens. */
export async function openTestShop(kind: DatabaseKind, options: Options = {}): Promise<TestShop> {
  const database = options.database ?? (await openTestDatabase(kind, 'shop', options));
  const settings = readSettings({
    NODE_ENV: 'test',
    DATA_DIR: join(tmpdir(), `handsel-test-${randomUUID()}`),
    SESSION_SECRET: 'a secret for tests that is long enough to pass',
    CARD_KEYS: 'k1:a key for the gift cards of tests that is long enough',
    PUBLIC_URL: 'http://shop.test',
    HUMAN_CHECK: 'none',
    CLOCK: 'movable',
    WEB: 'none',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    ...options.env,
  });
  const composition = await createContext(settings, database);
  options.change?.(composition);
  const { context, providerRoutes } = composition;
  context.clock.moveTo?.(new Date(SHOP_OPENS));
  const app = await createApp(context, providerRoutes);
  if (options.working) await registerJobs(context);
  const send: Send = async (name, options = {}) => {
    const { method, url } = callUrl(name, options as never);
    const { token, key, body } = options as { token?: string; key?: string; body?: unknown };
    const answer = await app.inject({
      method: method as 'GET',
      url,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  const phone: ReadPhone = async (to) =>
    (await app.inject({ url: `/phone/messages?to=${encodeURIComponent(to)}` })).json();
  const close = async (): Promise<void> => {
    await app.close();
    await context.jobs.stop();
    if (!options.database) await database.close();
  };
  const moveTo = async (instant: string): Promise<void> => {
    context.clock.moveTo?.(new Date(instant));
    await context.jobs.runScheduled('clock moved');
  };
  return { app, context, send, phone, moveTo, close };
}
