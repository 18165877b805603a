import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The real server as a process of its own, once it is open. */
export async function startServer(env: Record<string, string>): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, '../server/main.ts'), { env: { ...process.env, ...env }, silent: true });
  // A bench that fails leaves nobody behind who answers the next one.
  process.once('exit', () => child.kill());
  child.stderr?.pipe(process.stderr);
  for await (const chunk of child.stdout ?? []) if (String(chunk).includes('Handsel is open')) break;
  // What goes wrong is said; that it is open was enough of the rest.
  child.stdout?.pipe(process.stderr);
  return child;
}

export async function ended(server: ChildProcess): Promise<void> {
  const gone = once(server, 'exit');
  server.kill('SIGTERM');
  await gone;
}

/** Processor time so far in milliseconds, as Linux has it in hundredths of a second; null where it says nothing. */
export function cpuOf(pids: readonly number[]): number | null {
  if (!existsSync('/proc/self/stat')) return null;
  const ticks = pids.map((pid) => {
    const [, fields = ''] = existsSync(`/proc/${pid}/stat`)
      ? readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
      : [];
    const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
    return user + system;
  });
  return ticks.reduce((sum, one) => sum + one, 0) * 10;
}
