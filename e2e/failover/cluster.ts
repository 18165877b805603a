import { join } from 'node:path';
import { createOwnedDatabase } from '#test/support/database-roles.ts';
import { findFreePort } from '../steps/server.ts';
import type { Programs } from './programs.ts';
import { listPostgresPids, openWorkplace, signalAll, type Workplace } from './workplace.ts';

const NAMES = ['one', 'two'] as const;
const USER = 'handsel';

type Name = (typeof NAMES)[number];
type Ports = { postgres: number; patroni: number; pgbouncer: number };
/** `silent` freezes the whole machine but leaves its connections open. */
export type Loss = 'killed' | 'killed with its PgBouncer' | 'silent';

const localhost = (port: number): string => `127.0.0.1:${port}`;
const otherNode = (name: Name): Name => (name === 'one' ? 'two' : 'one');

/** Starts a primary, a synchronous standby, etcd, PgBouncer and HAProxy, configured as in deploy/failover. */
export async function startCluster(programs: Programs) {
  const work = await openWorkplace();
  const ports = async () => ({
    postgres: await findFreePort(),
    patroni: await findFreePort(),
    pgbouncer: await findFreePort(),
  });
  const nodes: Record<Name, Ports> = { one: await ports(), two: await ports() };
  const front = await findFreePort();
  const shownFrom = (folder: string): string =>
    `sslmode=verify-full&sslrootcert=${folder}/authority.crt&sslcert=${folder}/server.crt&sslkey=${folder}/server.key`;
  const databaseFiles = (name: Name): string => work.place(name);
  const ask = async (name: Name, path: string): Promise<boolean> => {
    const signal = AbortSignal.timeout(1_000);
    const answer = await fetch(`https://${localhost(nodes[name].patroni)}/${path}`, { signal }).catch(() => null);
    await answer?.body?.cancel();
    return answer?.status === 200;
  };
  const isPrimary = (name: Name) => work.until(`${name} is the primary`, () => ask(name, 'primary'));
  const isStandby = (name: Name) => work.until(`${name} is the synchronous standby`, () => ask(name, 'synchronous'));
  async function close(): Promise<void> {
    // Ends Patroni first, because it would restart PostgreSQL.
    for (const name of NAMES) await work.end(`${name}-patroni`);
    for (const name of NAMES) signalAll(listPostgresPids(databaseFiles(name)), 'SIGKILL');
    await work.close();
  }

  const etcd = await startEtcd(work, programs);
  const start = (name: Name): void => startNode(work, { programs, name, etcd, ports: nodes[name] });
  try {
    start('one');
    await isPrimary('one');
    start('two');
    await isStandby('two');
    const superuser = `postgres://postgres@${localhost(nodes.one.postgres)}/postgres?${shownFrom(work.tls)}`;
    await createOwnedDatabase(superuser, { owner: USER, name: 'handsel' });
    const servers = NAMES.map((name, index) => {
      const { pgbouncer, patroni } = nodes[name];
      return [`10.0.0.1${index + 1}:6432 port 8008`, `${localhost(pgbouncer)} port ${patroni}`];
    });
    const places = {
      ...Object.fromEntries(servers),
      '127.0.0.1:5000': localhost(front),
      '/etc/handsel/tls': work.tls,
    };
    work.run('haproxy', programs.haproxy, ['-db', '-f', work.configure('haproxy.cfg', 'failover/haproxy.cfg', places)]);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    work,
    url: `postgres://${USER}@${localhost(front)}/handsel?${shownFrom(work.shopTls)}`,
    /** Connects to the current primary directly, without PgBouncer. */
    direct: `postgres://${USER}@${NAMES.map((name) => localhost(nodes[name].postgres)).join()}/handsel?${shownFrom(work.tls)}`,
    /** Resolves once the standby is promoted. */
    async losePrimary(loss: Loss): Promise<Name> {
      const primary = (await ask('one', 'primary')) ? 'one' : 'two';
      const beside = loss === 'killed' ? [`${primary}-patroni`] : [`${primary}-patroni`, `${primary}-pgbouncer`];
      const pids = [...work.pidsOf(beside), ...listPostgresPids(databaseFiles(primary))];
      signalAll(pids, loss === 'silent' ? 'SIGSTOP' : 'SIGKILL');
      await isPrimary(otherNode(primary));
      return primary;
    },
    /** Resolves once the node is the synchronous standby. */
    async rejoin(name: Name, loss: Loss): Promise<{ rewound: boolean }> {
      const before = work.readLog(`${name}-patroni`).length;
      await work.end(`${name}-patroni`);
      signalAll(listPostgresPids(databaseFiles(name)), 'SIGKILL');
      if (loss !== 'killed') await work.end(`${name}-pgbouncer`);
      start(name);
      await isStandby(name);
      return { rewound: work.readLog(`${name}-patroni`).slice(before).includes('pg_rewind exit code=0') };
    },
    close,
  };
}

/** Starts a single node, because these tests never lose etcd. */
async function startEtcd(work: Workplace, { etcd }: Programs): Promise<string> {
  const [clients, peers] = [localhost(await findFreePort()), localhost(await findFreePort())];
  work.run('etcd', etcd, [
    '--data-dir',
    work.place('etcd'),
    '--listen-client-urls',
    `https://${clients}`,
    '--cert-file',
    join(work.tls, 'server.crt'),
    '--key-file',
    join(work.tls, 'server.key'),
    '--client-cert-auth',
    '--trusted-ca-file',
    join(work.tls, 'authority.crt'),
    '--advertise-client-urls',
    `https://${clients}`,
    '--listen-peer-urls',
    `http://${peers}`,
  ]);
  return clients;
}

type Node = { programs: Programs; name: Name; etcd: string; ports: Ports };

function startNode(work: Workplace, { programs, name, etcd, ports }: Node): void {
  const { folder } = work;
  const places = {
    '10.0.0.11:2379,10.0.0.12:2379,10.0.0.13:2379': etcd,
    '/etc/handsel/tls': work.tls,
    'name: one': `name: ${name}`,
    '10.0.0.11:8008': localhost(ports.patroni),
    '10.0.0.11:5432': localhost(ports.postgres),
    '10.0.0.0/24': '127.0.0.1/32',
    '/^10\\.0\\.0\\.1[12]$': '127.0.0.1',
    'servers postgres postgres': `servers ${work.userName} postgres`,
    '/var/lib/postgresql/15/handsel': work.place(name),
    '/usr/lib/postgresql/15/bin': programs.postgres,
    '/var/run/postgresql/pgbouncer': work.place(`${name}-pgbouncer`),
    '/var/log/postgresql/pgbouncer': work.place(`${name}-pgbouncer-log`),
    '/var/run/postgresql': folder,
    '/etc/pgbouncer/userlist.txt': work.place('userlist.txt'),
    '10.0.0.11 port=5432': `127.0.0.1 port=${ports.postgres}`,
    'listen_addr = 10.0.0.11': 'listen_addr = 127.0.0.1',
    'listen_port = 6432': `listen_port = ${ports.pgbouncer}`,
  };
  const patroni = work.configure(`${name}.yml`, 'failover/patroni.yml', places);
  work.run(`${name}-patroni`, programs.patroni, [patroni]);
  if (work.runs(`${name}-pgbouncer`)) return;
  work.configure('userlist.txt', 'failover/userlist.txt', {});
  work.run(`${name}-pgbouncer`, programs.pgbouncer, [work.configure(`${name}.ini`, 'failover/pgbouncer.ini', places)]);
}
