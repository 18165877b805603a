import { expect, it } from 'vitest';
import { readPostgresHosts, tryEachHost } from './hosts.ts';

it.each([
  ['postgres://shop@one/db', ['postgres://shop@one/db'], false],
  ['postgres://shop@one/db?target_session_attrs=read-write', ['postgres://shop@one/db'], true],
  [
    'postgresql://s:p%2Cw@one:5432,two:5433/db?sslmode=require',
    ['postgresql://s:p%2Cw@one:5432/db?sslmode=require', 'postgresql://s:p%2Cw@two:5433/db?sslmode=require'],
    true,
  ],
  [
    'postgres://one,[::1]:5433,three/db?target_session_attrs=any&ssl=1',
    ['postgres://one/db?ssl=1', 'postgres://[::1]:5433/db?ssl=1', 'postgres://three/db?ssl=1'],
    false,
  ],
])('reads from %s the server URLs and whether the server must be writable', (databaseUrl, urls, writable) => {
  const hosts = readPostgresHosts(databaseUrl);
  const read = urls.map(() => {
    const url = hosts.url();
    hosts.giveUp(url);
    return url;
  });
  expect([read, hosts.urls, hosts.writable]).toEqual([urls, urls, writable]);
  expect(hosts.url()).toBe(urls[0]);
});

it('rejects an unknown target_session_attrs and names the allowed values', () => {
  expect(() => readPostgresHosts('postgres://one/db?target_session_attrs=standby')).toThrow(
    'target_session_attrs in DATABASE_URL must be any or read-write or primary, not "standby".',
  );
});

it('advances to the next server only once when ten connections fail on the same server', () => {
  const hosts = readPostgresHosts('postgres://one,two/db');
  const url = hosts.url();
  for (let times = 0; times < 10; times += 1) hosts.giveUp(url);
  expect(hosts.url()).toBe('postgres://two/db');
});

it('tries each server once and throws the last error', async () => {
  const hosts = readPostgresHosts('postgres://one,two,three/db');
  const tried: string[] = [];
  const failing = tryEachHost(hosts, async () => {
    tried.push(hosts.url());
    throw new Error(`not ${hosts.url()}`);
  });
  await expect(failing).rejects.toThrow('not postgres://three/db');
  expect(tried).toEqual(['postgres://one/db', 'postgres://two/db', 'postgres://three/db']);
});
