import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext, TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createLocalhostCertificate } from '#test/fakes/passes.ts';
import { openPostgres } from './postgres.ts';

const { postgres } = inject('testDatabases');

describe.runIf(postgres)('PostgreSQL over TLS', () => {
  const databaseUrl = new URL(postgres?.url ?? 'postgres://x');
  const [ownCertificate, other] = [createLocalhostCertificate(), createLocalhostCertificate()];
  const folder = mkdtempSync(join(tmpdir(), 'handsel-ca-'));
  const context = createSecureContext(ownCertificate);
  const protocols: (string | null)[] = [];
  const presentedCertificates: string[] = [];
  let says = 'S';
  const front = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(says);
      if (says === 'N') return;
      const secure = new TLSSocket(socket, { isServer: true, secureContext: context, requestCert: true });
      const behind = connect(Number(databaseUrl.port || 5432), databaseUrl.hostname);
      secure.once('secure', () => {
        protocols.push(secure.getProtocol());
        presentedCertificates.push(secure.getPeerX509Certificate()?.toString() ?? '');
      });
      secure.pipe(behind).pipe(secure);
      for (const end of [secure, behind]) end.on('error', () => end.destroy());
    });
  });
  beforeAll(async () => {
    writeFileSync(join(folder, 'own.crt'), ownCertificate.cert);
    writeFileSync(join(folder, 'other.crt'), other.cert);
    front.listen(0, '127.0.0.1');
    await once(front, 'listening');
  });
  afterAll(() => {
    front.close();
    rmSync(folder, { recursive: true });
  });

  const open = (authority: string, { host = '127.0.0.1', extraQuery = '' } = {}) => {
    const url = new URL(databaseUrl);
    url.host = `${host}:${(front.address() as AddressInfo).port}`;
    return openPostgres({
      databaseUrl: `${url}?sslmode=verify-full&sslrootcert=${join(folder, authority)}${extraQuery}`,
    });
  };

  it('connects with TLS 1.3 if the configured authority signed the certificate', async () => {
    const database = await open('own.crt');
    expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await database.close();
    expect(protocols).toEqual(['TLSv1.3']);
  });

  it('rejects a certificate from another authority or for another host name', async () => {
    await expect(open('other.crt')).rejects.toThrow(/cannot be used \(self-signed certificate/);
    await expect(open('own.crt', { host: 'localhost' })).rejects.toThrow(/does not match certificate's altnames/);
  });

  it("presents the shop's client certificate, and a renewed one on the next connection", async () => {
    const write = ({ cert, key }: typeof ownCertificate) => {
      writeFileSync(join(folder, 'shop.crt'), cert);
      writeFileSync(join(folder, 'shop.key'), key);
    };
    write(ownCertificate);
    presentedCertificates.length = 0;
    const files = `&sslcert=${join(folder, 'shop.crt')}&sslkey=${join(folder, 'shop.key')}`;
    const database = await open('own.crt', { extraQuery: files });
    write(other);
    await database.exclusive((connection) => connection.query('select 1'));
    await database.close();
    expect(presentedCertificates.map(asOneLine)).toEqual([ownCertificate.cert, other.cert].map(asOneLine));
  });

  it('does not fall back to an unencrypted connection when the server has no TLS', async () => {
    says = 'N';
    await expect(open('own.crt')).rejects.toThrow(/The server does not support SSL connections/);
  });
});

const asOneLine = (certificate: string) => certificate.replaceAll(/\s/g, '');
