import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createServer, getCACertificates, type Server, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openPostgres } from '#server/platform/database/postgres/postgres.ts';
import { createLocalhostCertificate } from '#test/fakes/passes.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { everyDatabase } from '#test/support/database.ts';
import { runWithoutTriggers } from '#test/support/database-rules.ts';
import {
  findCurrentRole,
  forgetMigrations,
  hideTable,
  recordMigration,
  withOwner,
  withReadingRole,
} from '#test/support/database-states.ts';
import { giveCommand } from '#test/support/give-command.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import type { Settings } from '../../settings.ts';
import { filesCopy, lastBackupFile } from './back-up.ts';
import { doctorCommand } from './doctor.ts';

describe.each(everyDatabase())('npm run doctor on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  let certified: Server | undefined;
  beforeEach(async () => {
    await open();
  });
  afterEach(async () => {
    certified?.close();
    certified = undefined;
    rmSync(folder(), { recursive: true, force: true });
    await shop.close();
  });
  const open = async (env: Record<string, string> = {}) => {
    shop = await openTestShop(kind, { env });
    wren = await shop.customer();
    mkdirSync(folder());
    backedUp(0);
  };
  const folder = () => shop.context.settings.DATA_DIR;
  const backedUp = (daysAgo: number) => {
    const takenAt = new Date(shop.context.clock.ms() - daysAgo * 86_400_000).toISOString();
    writeFileSync(lastBackupFile(folder()), JSON.stringify({ takenAt, file: '/safe/shop.backup' }));
  };
  const set = (change: Partial<Settings>) => {
    shop.context.settings = { ...shop.context.settings, ...change };
  };
  const doctor = async () => {
    const { status, output, errorOutput } = await giveCommand(shop.context, doctorCommand);
    const lines = (mark: string) => output.filter((line) => line.startsWith(mark)).map((line) => line.slice(6));
    const count = lines('WRONG').length;
    const found = count === 1 ? '1 problem' : `${count} problems`;
    expect(errorOutput).toEqual(count === 0 ? [] : [`${found} found. Each line marked WRONG says what to do.`]);
    return { status, wrong: lines('WRONG'), notes: lines('note '), ok: lines('ok   ') };
  };
  const finds = async (sentence: string | RegExp) => {
    const { status, wrong } = await doctor();
    const problems = wrong.filter((line) => !line.includes('superuser') || String(sentence).includes('superuser'));
    expect([status, problems]).toEqual([1, [expect.stringMatching(sentence)]]);
  };

  it('reports nothing wrong with a new shop and changes nothing', async () => {
    const counts = async () => [await shop.jobs.count(), await shop.stored.count('messages')];
    const before = await counts();
    const { status, wrong, ok, notes } = await doctor();
    expect([status, wrong]).toEqual([0, []]);
    expect(ok).toEqual(
      expect.arrayContaining([
        'The settings are consistent.',
        expect.stringMatching(/^The (embedded )?database answers \(PostgreSQL \d+/),
        'The tables match this release.',
        'The job queue has no overdue and no failed jobs.',
        'No messages have failed or are overdue.',
        'No order is held.',
        'No mobile number is stored in two spellings.',
        'The ledger balances (0 gift cards).',
      ]),
    );
    expect(ok.includes('The role of DATABASE_URL has the rights it needs.')).toBe(kind === 'postgres');
    expect(notes).toEqual(
      expect.arrayContaining([expect.stringContaining('No shop answers at http://127.0.0.1:3000/')]),
    );
    expect(await counts()).toEqual(before);
  });

  it('reports inconsistent settings', async () => {
    set({ production: true, OPERATOR_EMAIL: 'wren@shop.test', SEED: 'none', publicUrl: 'http://shop.test' });
    await finds('PUBLIC_URL http://shop.test is not https.');
    set({ publicUrl: 'https://127.0.0.1:9' });
    await finds('TRUST_PROXY is not set although PUBLIC_URL is https');
    set({ publicUrl: 'http://shop.test', DEMO: '1', OPERATOR_EMAIL: '' });
    await finds('No operator receives notices. Set OPERATOR_MOBILE');
  });

  it('reports a missing data folder', async () => {
    set({ DATA_DIR: `${folder()}/gone`, DATABASE_URL: 'postgres://for/backups' });
    await finds('gone does not exist: npm start creates it. Set DATA_DIR to');
  });

  it('reports an embedded database that other users of the machine can read', async () => {
    const files = `${folder()}/db`;
    mkdirSync(files, { mode: 0o700 });
    expect((await doctor()).wrong.filter((line) => line.includes('Other users'))).toEqual([]);
    chmodSync(files, 0o755);
    await finds(`Other users of this machine can read and write ${files}. Run: chmod 700 ${files}`);
  });

  it('reports an old or missing backup', async () => {
    backedUp(1);
    expect((await doctor()).ok).toEqual(expect.arrayContaining([expect.stringContaining('in /safe/shop.backup.')]));
    backedUp(3);
    await finds(/^The last backup is from 2026-10-30.* Run npm run backup -- FILE every day/);
    rmSync(lastBackupFile(folder()));
    await finds('No backup has been made from this data folder. Run npm run backup');
    mkdirSync(filesCopy(folder()));
    backedUp(0);
    expect((await doctor()).notes).toEqual(
      expect.arrayContaining([expect.stringContaining('backup.copying is a copy')]),
    );
  });

  it.each([
    ['2021-01-01', true, /^The certificate of 127\.0\.0\.1 has expired\. Renew it at the proxy\./],
    [formatFutureDay(9), true, /^The certificate of 127\.0\.0\.1 expires in [78] days\. Renew it at the proxy\./],
    ['2040-01-01', false, /^Browsers reject the certificate of 127\.0\.0\.1 \(DEPTH_ZERO_SELF_SIGNED_CERT\)/],
  ])(
    'reports problems with the certificate of PUBLIC_URL: valid until %s, trusted: %s',
    async (until, isKnown, sentence) => {
      const certificate = createLocalhostCertificate({ from: '2020-01-01', until });
      const ofNode = getCACertificates('default');
      if (isKnown) setDefaultCACertificates([...ofNode, certificate.cert]);
      onTestFinished(() => setDefaultCACertificates(ofNode));
      certified = createServer(certificate);
      await new Promise<void>((listening) => certified?.listen(0, '127.0.0.1', listening));
      const { port } = certified.address() as AddressInfo;
      set({ publicUrl: `https://127.0.0.1:${port}`, TRUST_PROXY: '1' });
      await finds(sentence);
    },
  );

  it.each([
    ['2021-01-01', /^The certificate in TLS_CERT_FILE has expired\. Renew the file/],
    [formatFutureDay(9), /^The certificate in TLS_CERT_FILE expires in [78] days\. Renew the file/],
    ['', /^TLS_CERT_FILE names the file .* \(ENOENT\)\. Running servers keep/],
  ])('reports problems with the certificate the server presents: valid until %s', async (until, sentence) => {
    const certificate = until && createLocalhostCertificate({ from: '2020-01-01', until });
    const [cert, key] = [`${folder()}/shop.crt`, `${folder()}/shop.key`];
    if (certificate) writeFileSync(cert, certificate.cert);
    if (certificate) writeFileSync(key, certificate.key);
    set({ TLS_CERT_FILE: cert, TLS_KEY_FILE: key });
    await finds(sentence);
  });

  it('checks a running shop over TLS even if its certificate is for another host name', async () => {
    const certificate = createLocalhostCertificate();
    writeFileSync(`${folder()}/shop.crt`, certificate.cert);
    writeFileSync(`${folder()}/shop.key`, certificate.key);
    certified = createHttpsServer(certificate, (_request, response) =>
      response.end('{"status":"ready","services":[]}'),
    );
    await new Promise<void>((listening) => certified?.listen(0, '127.0.0.1', listening));
    const { port } = certified.address() as AddressInfo;
    set({ PORT: port, TLS_CERT_FILE: `${folder()}/shop.crt`, TLS_KEY_FILE: `${folder()}/shop.key` });
    const { ok, wrong } = await doctor();
    expect(wrong).toEqual([]);
    expect(ok).toEqual(
      expect.arrayContaining([
        'The shop is running.',
        expect.stringMatching(/^The certificate in TLS_CERT_FILE is valid for/),
      ]),
    );
  });

  it('reports a database schema from a newer or an older release', async () => {
    await recordMigration(shop, { name: '9999_later.sql', breaksPrevious: true });
    await finds(/^The database was written by a newer version of Handsel \(it has migration 9999_later\.sql\)/);
    await recordMigration(shop, { name: '9999_later.sql', breaksPrevious: false });
    expect((await doctor()).notes).toContain(
      'A newer release has migrated the database (9999_later.sql). This release works with it.',
    );
    await forgetMigrations(shop);
    const { notes } = await doctor();
    expect(notes).toEqual(
      expect.arrayContaining([expect.stringMatching(/^\d+ migrations are pending, starting with 0001_/)]),
    );
  });

  it('reports overdue and permanently failed jobs by name', async () => {
    const { database, jobs } = shop.context;
    const scheduledAt = new Date(shop.context.clock.ms() - 11 * 60_000);
    await database.transaction((tx) => jobs.send(tx, 'send-refund', { refundId: 1 }, { startAfter: scheduledAt }));
    expect((await doctor()).wrong).toContain(
      '1 job send-refund is overdue by more than 10 minutes. Start the shop, or see its log.',
    );
    await shop.jobs.become('send-refund', 'failed');
    expect((await doctor()).wrong).toEqual([
      expect.stringMatching(/^1 job send-refund failed for good in the last 7 days\./),
    ]);
  });

  it('reports messages that failed, may have failed or are overdue', async () => {
    await shop.customer('+61412345679');
    await shop.stored.change('messages', { state: 'failed' });
    await finds(/^\d messages? \(code\) failed in the last 7 days\./);
    await shop.stored.change('messages', { state: 'unknown' });
    await finds(/^It is unknown whether \d messages? (was|were) sent \(code\)\. Ask the carrier/);
    await shop.stored.change('messages', ({ notBefore }) => ({
      state: 'queued' as const,
      notBefore: subtractHours(notBefore, 1),
    }));
    await finds(/^\d messages? (is|are) overdue by more than 10 minutes\./);
  });

  it('notes a held order, and reports it as wrong after one day', async () => {
    await shop.close();
    await open({ APPROVAL_MAX_TOTAL: '20' });
    await wren.buyCards();
    expect((await doctor()).notes).toEqual(
      expect.arrayContaining(['1 order is held, the oldest for 0 hours. Run npm run orders -- held to list all.']),
    );
    await shop.stored.change('orders', ({ createdAt }) => ({ createdAt: subtractHours(createdAt, 25) }));
    await finds('1 order is held, the oldest for 25 hours. Run npm run orders -- held to list all.');
  });

  it('reports two accounts whose mobile number is the same in two formats, and changes nothing', async () => {
    await shop.customer('+61412345679');
    const ids = (await shop.stored.all('customers')).map(({ id }) => id);
    const respell = (mobile: string, other: string) => shop.stored.change('customers', { mobile: other }, { mobile });
    await respell('+61412345679', '+610412345678');
    const mobiles = async () => (await shop.stored.all('customers')).map(({ id, mobile }) => ({ id, mobile }));
    const before = await mobiles();
    await finds(
      `Customers ${ids[0]} and ${ids[1]} have the same mobile number in two spellings: a sign-in code opens only the account of customer ${ids[0]}. Ask which account to keep.`,
    );
    await respell('+61412345678', '+640211234567');
    await respell('+610412345678', '+64211234568');
    expect((await doctor()).ok).toContain('No mobile number is stored in two spellings.');
    await respell('+64211234568', '+64211234567');
    await finds(`a sign-in code opens only the account of customer ${ids[1]}.`);
    expect((await mobiles()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  it("notes gift cards whose recipient's mobile number is stored in two formats", async () => {
    await wren.buyCards([{}, {}]);
    const cards = await shop.cards();
    const spell = (recipientMobile: string, index: number) =>
      shop.stored.change('giftCardDetails', { recipientMobile }, { id: cards[index]?.detailsId });
    await spell('+64211234567', 0);
    await spell('+64211234567', 1);
    expect((await doctor()).ok).toContain('No mobile number is stored in two spellings.');
    await spell('+640211234567', 1);
    const { status, notes } = await doctor();
    expect(status).toBe(0);
    expect(notes).toContainEqual(
      expect.stringContaining(
        `Gift cards ${cards[0]?.publicId} and ${cards[1]?.publicId} have the same recipient number in two spellings`,
      ),
    );
  });

  it('reports a ledger that does not balance', async () => {
    await wren.buyCards();
    await runWithoutTriggers(shop, { table: 'giftCardAccounts' }, () =>
      shop.stored.change('giftCardAccounts', ({ balanceCents }) => ({ balanceCents: balanceCents - 100 })),
    );
    const { status, wrong } = await doctor();
    expect(status).toBe(1);
    expect(wrong[0]).toMatch(
      /^Card gc_\w+: the account shows \$24\.00 balance, but its entries add up to \$25\.00\. See/,
    );
  });

  it('continues after a check that fails to run', async () => {
    await hideTable(shop, 'messages');
    const { wrong, ok } = await doctor();
    expect(wrong).toEqual([expect.stringMatching(/^Could not check the messages: .*messages/)]);
    expect(ok).toContain('No order is held.');
  });

  const rights = () =>
    withReadingRole(shop, async (databaseUrl) => {
      const { database } = shop.context;
      shop.context.database = await openPostgres({ databaseUrl });
      try {
        const { wrong } = await doctor();
        expect(wrong).toEqual([
          'The role of DATABASE_URL cannot create tables. Grant it CREATE on the database and on the schema public.',
          expect.stringMatching(/^\d+ tables belong to another role\. Run REASSIGN OWNED/),
        ]);
      } finally {
        await shop.context.database.close();
        shop.context.database = database;
      }
    });
  if (kind === 'postgres') it('reports rights that the database role needs but lacks', rights);

  if (kind === 'postgres')
    it('reports a database role with more rights than needed as wrong, but only in production', async () => {
      const sentence = new RegExp(
        `^The role "${await findCurrentRole(shop)}" is a PostgreSQL superuser\\. .* See docs/how-to/deploy\\.md\\.$`,
      );
      const { status, notes } = await doctor();
      expect([status, notes]).toEqual([0, expect.arrayContaining([expect.stringMatching(sentence)])]);
      set({
        production: true,
        OPERATOR_EMAIL: 'wren@shop.test',
        SEED: 'none',
        publicUrl: 'http://shop.test',
        DEMO: '1',
      });
      await finds(sentence);
      const other = `doctor_${process.pid}_owner`;
      await withOwner(shop, { table: 'orders', role: other }, async () =>
        expect((await doctor()).wrong).toEqual([
          expect.stringMatching(new RegExp(`^The role "${other}" may create roles\\. `)),
          expect.stringMatching(sentence),
        ]),
      );
    });

  it('reports a clock difference between the database and the machine', async () => {
    const { clock } = shop.context;
    shop.context.clock = { ...clock, onMachine: (instant) => new Date(clock.onMachine(instant).getTime() - 5_000) };
    await finds(/^The clocks of the database and of this machine differ by [45]\.\d s\. Synchronise both with NTP\./);
  });
});

const subtractHours = (instant: Date, hours: number): Date => new Date(instant.getTime() - hours * 3_600_000);

function formatFutureDay(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
