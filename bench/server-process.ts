import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { builtProgramPath } from '../tools/builds/server-build.ts';

/** Stops all servers when the benchmark exits, even after an error. */
const children = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

export function startProcess(file: string, options: ForkOptions = {}, argv: string[] = []): ChildProcess {
  const child = fork(resolve(import.meta.dirname, file), argv, { serialization: 'advanced', ...options });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

export async function startServer(env: Record<string, string>, file = builtProgramPath('main')): Promise<ChildProcess> {
  const child = startProcess(file, { env: { ...process.env, ...env }, silent: true });
  child.stderr?.pipe(process.stderr);
  await new Promise<void>((open, reject) => {
    child.stdout?.on('data', (chunk) => String(chunk).includes('Handsel is open') && open());
    child.once('exit', (code) => reject(new Error(`The server exited during startup (${code}).`)));
  });
  child.stdout?.removeAllListeners('data').pipe(process.stderr);
  return child;
}

export async function stopServer(server: ChildProcess): Promise<void> {
  const exit = once(server, 'exit');
  server.kill('SIGTERM');
  await exit;
}

/** Rejects if the process ends before it answers. */
export function ask<Answer>(child: ChildProcess, message: object): Promise<Answer> {
  return new Promise((answered, reject) => {
    const ended = () => reject(new Error('A process of the bench exited.'));
    child.once('exit', ended);
    child.once('message', (answer) => {
      child.off('exit', ended);
      answered(answer as Answer);
    });
    child.send(message);
  });
}

/** Returns the processes' CPU milliseconds, which Linux counts in steps of 10, or null if unknown. */
export function readCpuMilliseconds(pids: readonly number[]): number | null {
  if (!existsSync('/proc/self/stat')) return null;
  const ticks = pids.map((pid) => {
    const [, fields = ''] = existsSync(`/proc/${pid}/stat`)
      ? readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
      : [];
    const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
    return user + system;
  });
  return ticks.reduce((sum, tick) => sum + tick, 0) * 10;
}
