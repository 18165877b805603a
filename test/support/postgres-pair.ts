import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const DEBIAN = '/usr/lib/postgresql';

export function findPostgresPrograms(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((first, two) => Number(two) - Number(first)) : [];
  const folders = [process.env.POSTGRES_PROGRAMS ?? '', ...versions.map((version) => join(DEBIAN, version, 'bin'))];
  return folders.find((folder) => folder !== '' && existsSync(join(folder, 'initdb')));
}

export type PostgresPair = {
  url: string;
  killPrimary: () => Promise<void>;
  promote: () => Promise<void>;
  close: () => Promise<void>;
};

/** Runs the servers as the user postgres when started by root, because PostgreSQL refuses to run as root. */
export async function startPostgresPair(programs: string): Promise<PostgresPair> {
  const user = await findPostgresUser();
  const folder = mkdtempSync(join(tmpdir(), 'handsel-pair-'));
  if (user) chownSync(folder, user.uid, user.gid);
  const [primaryPort, two] = [await findFreePort(), await findFreePort()];
  const run = (program: string, ...words: string[]) =>
    promisify(execFile)(join(programs, program), words, { cwd: folder, ...user });
  const start = (name: string, port: number) => {
    const set = { port, listen_addresses: '127.0.0.1', unix_socket_directories: folder, max_connections: 60 };
    const words = Object.entries(set).flatMap(([setting, value]) => ['-c', `${setting}=${value}`]);
    // Starts a process group, so that all processes of the server can be killed together.
    return spawn(join(programs, 'postgres'), ['-D', join(folder, name), ...words], {
      cwd: folder,
      stdio: 'ignore',
      detached: true,
      ...user,
    });
  };
  await run(
    'initdb',
    '-D',
    join(folder, 'one'),
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  );
  const primary = start('one', primaryPort);
  const onPrimary = await connectWithRetry(primaryPort);
  await run(
    'pg_basebackup',
    '-D',
    join(folder, 'two'),
    '-R',
    '-X',
    'stream',
    '-d',
    `host=127.0.0.1 port=${primaryPort} user=postgres`,
    '--no-sync',
  );
  const standby = start('two', two);
  const onStandby = await connectWithRetry(two);
  await onPrimary.query(`alter system set synchronous_standby_names = '*'`);
  await onPrimary.query('select pg_reload_conf()');
  await waitUntil(async () => {
    const { rows } = await onPrimary.query('select sync_state from pg_stat_replication');
    return rows[0]?.sync_state === 'sync';
  });
  await onPrimary.end();
  return {
    url: `postgres://postgres@127.0.0.1:${primaryPort},127.0.0.1:${two}/postgres?target_session_attrs=read-write`,
    killPrimary: () => kill(primary),
    async promote() {
      await onStandby.query('select pg_promote()');
    },
    async close() {
      await onStandby.end().catch(() => undefined);
      await Promise.all([kill(primary), kill(standby)]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function findPostgresUser(): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null;
  const id = async (flag: string) => Number((await promisify(execFile)('id', [flag, 'postgres'])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function connectWithRetry(port: number): Promise<pg.Client> {
  let client: pg.Client | undefined;
  await waitUntil(async () => {
    client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
    // Ignores connection errors, because the test kills this server.
    client.on('error', () => undefined);
    return client.connect().then(
      () => true,
      () => false,
    );
  });
  return client as pg.Client;
}

async function waitUntil(holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('A PostgreSQL server did not come up within a minute.');
}

async function kill(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null || server.pid === undefined) return;
  const exit = once(server, 'exit');
  process.kill(-server.pid, 'SIGKILL');
  await exit;
}
