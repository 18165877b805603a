import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

const TICKS = 100;

/** Returns the CPU seconds of this process and its reaped descendants, or undefined without /proc. */
export function readProcessCpuSeconds(): number | undefined {
  const stat = readStat('self');
  return stat && stat.ownSeconds + stat.children;
}

/** Returns the CPU seconds of PostgreSQL since its start, or undefined if it runs on another machine. */
export async function readPostgresCpuSeconds(url: string): Promise<number | undefined> {
  const postmaster = await findPostmasterPid(url);
  const server = postmaster === undefined ? undefined : readStat(String(postmaster));
  if (!server?.name.startsWith('postgres')) return undefined;
  const running = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readStat)
    .filter((stat) => stat?.parent === postmaster)
    .reduce((sum, stat) => sum + (stat?.ownSeconds ?? 0), 0);
  return server.ownSeconds + server.children + running;
}

async function findPostmasterPid(url: string): Promise<number | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    const { rows } = await client.query('select pg_backend_pid() as pid');
    // Reads the parent first, because closing the connection ends this server process.
    return readStat(String(rows[0].pid))?.parent;
  } catch {
    // Without PostgreSQL, the run's own CPU time includes the embedded database.
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}

type Stat = { name: string; parent: number; ownSeconds: number; children: number };

/**
 * Returns undefined if the process has ended. Parses after the process name in parentheses, which may contain any
 * character.
 */
function readStat(pid: string): Stat | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  const end = text.lastIndexOf(')');
  const fields = text.slice(end + 2).split(' ');
  // `fields[0]` is field 3 of proc(5).
  const seconds = (field: number) => Number(fields[field - 3]) / TICKS;
  return {
    name: text.slice(text.indexOf('(') + 1, end),
    parent: Number(fields[1]),
    ownSeconds: seconds(14) + seconds(15),
    children: seconds(16) + seconds(17),
  };
}
