import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext, TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { messagePurposes } from '#server/domain/message-purposes.ts';
import { isSignedWebhook } from '#server/integrations/service/webhook-signature.ts';
import type { JobData } from '#server/platform/jobs/jobs.ts';
import { dispatchMessage } from '#server/platform/messaging/dispatcher.ts';
import type { OutgoingMail } from '#server/platform/ports/mail.ts';
import { watchedFeatures } from '#server/register-jobs.ts';
import { createLocalhostCertificate } from '#test/fakes/passes.ts';
import { type StandIn, startStandIn } from '#test/fakes/stand-in.ts';
import { everyDatabase } from '#test/support/database.ts';
import { sellManyCards } from '#test/support/many-cards.ts';
import { mailCaptureOptions, openTestShop, type TestShop } from '#test/support/shop.ts';
import { ALARMS } from './alarm-rules.ts';
import { sendAlarm } from './send-alarm.ts';
import { watchAlarms } from './watch-alarms.ts';

const OPERATOR = '+61491570157';
const SECRET = `whsec_${Buffer.from('the secret of shop and operator').toString('base64')}`;

const folder = mkdtempSync(join(tmpdir(), 'handsel-ends-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function startTlsPostgres(certificate: { cert: string; key: string }): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write('S');
      new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(certificate) }).on(
        'error',
        () => undefined,
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

it('documents every alarm under a heading in docs/how-to/alarms.md', () => {
  const page = readFileSync('docs/how-to/alarms.md', 'utf8');
  const listed = [...page.matchAll(/^## ([a-z_]+)$/gm)].map(([, name]) => name);
  expect(listed).toEqual(Object.keys(ALARMS));
});

describe.each(everyDatabase())('alarms on %s', (kind) => {
  let shop: TestShop;
  let software: StandIn;
  let mails: OutgoingMail[];
  let status = 204;
  const posted: { type: string; data: Record<string, unknown>; id: unknown }[] = [];

  beforeEach(async () => {
    [status, mails] = [204, []];
    posted.length = 0;
    software = await startStandIn(({ headers, body }) => {
      expect(isSignedWebhook(SECRET, { headers, body, now: shop.context.clock.now() })).toBe(true);
      posted.push({ ...JSON.parse(body), id: headers['webhook-id'] });
      return { status, body: '' };
    });
    const { env, change } = mailCaptureOptions(mails);
    const webhook = { ALARM_WEBHOOK_URL: `http://127.0.0.1:${software.port}/`, ALARM_WEBHOOK_SECRET: SECRET };
    const operator = { OPERATOR_MOBILE: OPERATOR, OPERATOR_EMAIL: 'wren@operator.example', SHOP_NAME: 'Snowgum' };
    shop = await openTestShop(kind, { env: { ...env, ...webhook, ...operator }, change });
  });
  afterEach(async () => {
    await shop.close();
    await software.close();
  });

  const texts = async (): Promise<string[]> => (await shop.phone(OPERATOR)).map(({ text }) => text).reverse();
  async function look(): Promise<void> {
    await watchAlarms(shop.context, watchedFeatures);
    for (const { id } of await shop.stored.all('messages', { purpose: 'alarm', state: 'queued' }))
      await dispatchMessage(shop.context, messagePurposes, { messageId: id, last: false });
    const jobs = (await shop.jobs.list('send-alarm')).map(({ data }) => data as JobData['send-alarm']);
    for (const job of jobs.toSorted((first, other) => first.ref.localeCompare(other.ref)))
      await sendAlarm(shop.context, job);
    await shop.jobs.lose('send-alarm');
  }
  const alarmsNamed = (name: string) => shop.stored.all('alarms', { name });
  const hold = (since: string) => shop.stored.change('orders', { status: 'held', placedAt: new Date(since) });
  const decide = (status: 'held' | 'approved') => shop.stored.change('orders', { status });
  const addBookCheck = (hour: string, differences: number, finishedAt: string) =>
    shop.stored.add('bookChecks', { hour: new Date(hour), finishedAt: new Date(finishedAt), differences });
  const findDifferences = () => addBookCheck('2026-11-02T01:00:00Z', 2, '2026-11-02T01:00:10Z');
  const card = { to: '+61491570156', zone: 'Australia/Sydney', scheduledAt: '2026-11-20 12:00:00' };

  it('reports nothing when the shop is healthy', async () => {
    await look();
    expect([await texts(), mails, posted, await shop.stored.all('alarms')]).toEqual([[], [], [], []]);
  });

  it('reports once that an alarm opened, repeats it after a day, and reports its end', async () => {
    const logged: string[] = [];
    for (const level of ['error', 'info'] as const)
      shop.context.log[level] = ((_about: object, event: string) => {
        if (event.startsWith('alarm.')) logged.push(event);
      }) as never;
    await sellManyCards(shop.context, [card]);
    await hold('2026-11-01T01:00:00Z');
    shop.context.clock.moveTo?.(new Date('2026-11-02T02:00:00Z'));
    await look();
    await look();
    const sentence = '1 order is held, the oldest for 25 hours. Run npm run orders -- held to list them.';
    expect(await texts()).toEqual([`Snowgum: orders_held_long: ${sentence} See docs/how-to/alarms.md`]);
    expect(mails).toMatchObject([
      { subject: 'Alarm: orders_held_long', text: expect.stringContaining(`- orders_held_long: ${sentence}`) },
    ]);
    expect(posted).toMatchObject([
      { type: 'alarm.opened', data: { alarm: 'orders_held_long', sentence, ended_at: null } },
    ]);
    expect(await shop.context.metrics.text()).toContain('handsel_alarms_open{alarm="orders_held_long"} 1');
    shop.context.clock.moveTo?.(new Date('2026-11-03T01:00:00Z'));
    await addBookCheck('2026-11-03T00:00:00Z', 0, '2026-11-03T00:59:00Z');
    await look();
    expect(logged).toEqual(['alarm.opened']);
    shop.context.clock.moveTo?.(new Date('2026-11-03T02:30:00Z'));
    await look();
    await decide('approved');
    await look();
    await look();
    expect(logged).toEqual(['alarm.opened', 'alarm.goes_on', 'alarm.ended']);
    expect(posted.map(({ type }) => type)).toEqual(['alarm.opened', 'alarm.repeated', 'alarm.ended']);
    expect(new Set(posted.map(({ id }) => id)).size).toBe(3);
    expect((await texts()).at(-1)).toContain('orders_held_long has ended. It was: 1 order is held');
    expect(mails.at(-1)?.subject).toBe('Ended: orders_held_long');
  });

  it('combines the alarms of one check into one message, and opens an ended alarm again', async () => {
    await sellManyCards(shop.context, [card]);
    await hold('2026-11-01T01:00:00Z');
    await shop.jobs.addEnded('send-refund', 'failed');
    shop.context.clock.moveTo?.(new Date('2026-11-02T02:00:00Z'));
    await look();
    expect(await texts()).toEqual([
      expect.stringMatching(/jobs_failed: The shop abandoned jobs in the last day: 1 send-refund.* And 1 more alarm\./),
    ]);
    await decide('approved');
    await look();
    await decide('held');
    shop.context.clock.moveTo?.(new Date('2026-11-02T02:10:00Z'));
    await look();
    expect(await alarmsNamed('orders_held_long')).toMatchObject([{ endedAt: expect.any(Date) }, { endedAt: null }]);
  });

  it('sends an alarm only to the webhook when the operator gets another message about it', async () => {
    await findDifferences();
    await look();
    expect([await texts(), posted.map(({ data }) => data.alarm)]).toEqual([[], ['books_differ']]);
  });

  it('retries a rejected webhook event under the same id', async () => {
    await findDifferences();
    status = 500;
    await expect(look()).rejects.toThrow('The service for alarms failed');
    status = 401;
    await expect(look()).rejects.toThrow('The service for alarms failed');
    status = 204;
    await look();
    expect([posted.length, new Set(posted.map(({ id }) => id)).size]).toEqual([3, 1]);
  });

  it('opens an alarm once when two servers check concurrently', async () => {
    await findDifferences();
    await Promise.all([watchAlarms(shop.context, watchedFeatures), watchAlarms(shop.context, watchedFeatures)]);
    expect(await shop.stored.all('alarms')).toMatchObject([{ name: 'books_differ' }]);
    expect(await shop.jobs.list('send-alarm')).toHaveLength(1);
  });

  it('warns about expiring certificates in files and on PostgreSQL, and about old keys', async () => {
    const { clock, settings } = shop.context;
    const day = (days: number) => new Date(clock.now().getTime() + days * 86_400_000 + 60_000).toISOString();
    const file = (name: string, days: number) => {
      const { cert, key } = createLocalhostCertificate({ from: '2020-01-01', until: day(days) });
      for (const [end, pem] of Object.entries({ crt: cert, key })) writeFileSync(join(folder, `${name}.${end}`), pem);
      return { cert, key, path: join(folder, `${name}.crt`) };
    };
    const [shopCertificate, owner] = [file('shop', 9), file('owner', 8)];
    const readers = file('readers', 7);
    const authority = file('authority', 60);
    appendFileSync(authority.path, file('old', 1).cert);
    const server = await startTlsPostgres(file('postgres', 6));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const url = (cert: string) =>
      `postgres://127.0.0.1:${port}/shop?sslmode=verify-full&sslrootcert=${authority.path}&sslcert=${cert}`;
    shop.context.settings = {
      ...settings,
      TLS_CERT_FILE: shopCertificate.path,
      TLS_KEY_FILE: join(folder, 'shop.key'),
      METRICS_CA_FILE: readers.path,
      DATABASE_URL: url(shopCertificate.path),
      DATABASE_OWNER_URL: url(owner.path),
      METRICS_PORT: 9464,
    };
    const daysBefore = (date: Date, days: number) => new Date(date.getTime() - days * 86_400_000);
    await shop.stored.change('keyChecks', ({ createdAt }) => ({ createdAt: daysBefore(createdAt, 400) }));
    await look();
    const renew = 'Renew the file. The server reloads it without a restart.';
    expect((await shop.stored.all('alarms')).map(({ name, sentence }) => [name, sentence])).toEqual([
      [
        'server_certificate_ends',
        `The certificate in TLS_CERT_FILE expires in 9 days. ${renew} ` +
          `The certificate in METRICS_CA_FILE expires in 7 days. ${renew} ` +
          `The certificate in DATABASE_OWNER_URL (sslcert) expires in 8 days. ${renew} ` +
          `The certificate of PostgreSQL at 127.0.0.1:${port} expires in 6 days. Renew it on that machine (docs/how-to/tls-and-proxies.md).`,
      ],
      ['card_key_old', expect.stringMatching(/^The card key k1 has been in use for \d+ days\. Rotate it/)],
      ['session_secret_old', expect.stringMatching(/^SESSION_SECRET has been in use for \d+ days\. Rotate it/)],
    ]);
    file('postgres', 60);
    server.close();
    for (const name of ['shop', 'owner', 'readers']) file(name, 60);
    await look();
    expect(await alarmsNamed('server_certificate_ends')).toMatchObject([{ endedAt: null }]);
    rmSync(owner.path);
    await look();
    expect(await alarmsNamed('server_certificate_ends')).toMatchObject([
      {
        sentence: expect.stringMatching(
          /^DATABASE_OWNER_URL \(sslcert\) names the file .*owner\.crt, which cannot be read \(ENOENT\)\. The server reads it for each/,
        ),
      },
    ]);
  });

  it('opens schedule_stands when no scheduled run has ended for two minutes', async () => {
    const endedBefore = (seconds: number) =>
      shop.jobs.addEnded('tick', 'completed', new Date(Date.now() - seconds * 1_000));
    await endedBefore(300);
    await look();
    expect(posted.map(({ data }) => data.alarm)).toEqual(['schedule_stands']);
    await endedBefore(10);
    await look();
    expect(await alarmsNamed('schedule_stands')).toMatchObject([{ endedAt: expect.any(Date) }]);
  });
});
