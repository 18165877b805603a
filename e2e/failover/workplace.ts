import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { findPostgresUser } from '#test/support/postgres-pair.ts';

const deploy = join(import.meta.dirname, '../../deploy');
const LOOK_MS = 100;
const PATIENCE_MS = 60_000;

export type Workplace = Awaited<ReturnType<typeof openWorkplace>>;

/** PostgreSQL refuses to run as root, so when run by root the cluster uses the user postgres. */
export async function openWorkplace() {
  const user = await findPostgresUser();
  const folder = mkdtempSync(join(tmpdir(), 'handsel-failover-'));
  if (user) chownSync(folder, user.uid, user.gid);
  const authority = makeCertificates(folder, user);
  // Trusts the test's certificate authority, so that this process can call Patroni over TLS.
  setDefaultCACertificates([...getCACertificates('default'), authority]);
  const running = new Map<string, ChildProcess>();
  const place = (name: string): string => join(folder, name);
  const readLog = (name: string): string => readFileSync(place(`${name}.log`), 'utf8');
  async function end(name: string): Promise<void> {
    const child = running.get(name);
    running.delete(name);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }

  return {
    folder,
    tls: join(folder, 'tls'),
    shopTls: join(folder, 'shop-tls'),
    userName: user ? 'postgres' : userInfo().username,
    place,
    readLog,
    configure(name: string, path: string, places: Record<string, string>): string {
      const text = readFileSync(join(deploy, path), 'utf8');
      const adapted = Object.entries(places).reduce((before, [from, to]) => before.replaceAll(from, to), text);
      writeFileSync(place(name), adapted);
      return place(name);
    },
    run(name: string, program: string, words: string[]): void {
      const log = openSync(place(`${name}.log`), 'a');
      // PostgreSQL looks for certificates in HOME, and the inherited HOME belongs to another user.
      const env = { ...process.env, HOME: folder };
      running.set(name, spawn(program, words, { cwd: folder, env, stdio: ['ignore', log, log], ...user }));
      closeSync(log);
    },
    runs: (name: string): boolean => running.has(name),
    pidsOf: (names: readonly string[]): number[] => names.flatMap((name) => running.get(name)?.pid ?? []),
    end,
    async until(description: string, holds: () => Promise<boolean>): Promise<void> {
      for (const last = Date.now() + PATIENCE_MS; Date.now() < last; await sleep(LOOK_MS)) if (await holds()) return;
      const logs = [...running.keys()].map((name) => `--- ${name}\n${readLog(name).slice(-2_000)}`);
      throw new Error(`This did not happen within a minute: ${description}.\n${logs.join('\n')}`);
    },
    async close(): Promise<void> {
      for (const name of [...running.keys()]) await end(name);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function makeCertificates(folder: string, user: Awaited<ReturnType<typeof findPostgresUser>>): string {
  const [tls, shopTls] = [join(folder, 'tls'), join(folder, 'shop-tls')];
  for (const words of [
    [tls, '127.0.0.1'],
    [shopTls, 'handsel,shop'],
  ])
    execFileSync('sh', [join(deploy, 'make-certificate.sh'), join(folder, 'authority'), ...words], { stdio: 'ignore' });
  if (user) for (const name of readdirSync(tls)) chownSync(join(tls, name), user.uid, user.gid);
  return readFileSync(join(tls, 'authority.crt'), 'utf8');
}

export function listPostgresPids(files: string): number[] {
  const file = join(files, 'postmaster.pid');
  const first = existsSync(file) ? readFileSync(file, 'utf8').split('\n')[0] : '';
  const children = `/proc/${first}/task/${first}/children`;
  return existsSync(children) ? `${first} ${readFileSync(children, 'utf8')}`.trim().split(' ').map(Number) : [];
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has already ended.
    }
  }
}
