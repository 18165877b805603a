import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Who holds a lock, named so exactly that a recycled process number is not mistaken for the holder. */
export interface Holder {
  pid: number;
  host: string;
  /** The container the number counts in; empty where the system does not say */
  processSpace: string;
  /** The machine's current start; empty where the system does not say */
  boot: string;
  /** When the process started, in the system's own ticks; empty where the system does not say */
  started: string;
}

/** This process as a holder. */
export function thisProcess(): Holder {
  return {
    pid: process.pid,
    host: hostname(),
    processSpace: processSpace(),
    boot: readSystem('/proc/sys/kernel/random/boot_id'),
    started: startOf(process.pid),
  };
}

/** Whether the holder lives; 'unknown' when it runs where it cannot be asked, or the system has no /proc to ask. */
export function holderState(holder: Holder): 'alive' | 'dead' | 'unknown' {
  const here = thisProcess();
  if (holder.host !== here.host || holder.processSpace !== here.processSpace) return 'unknown';
  if (holder.boot !== here.boot) return 'dead';
  if (!exists(holder.pid)) return 'dead';
  const started = startOf(holder.pid);
  if (holder.started === '' || started === '') return 'unknown';
  return started === holder.started ? 'alive' : 'dead';
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * The 22nd field of /proc/<pid>/stat, counted behind the name, which may itself hold spaces. A zombie counts as gone.
 */
function startOf(pid: number): string {
  const fields = readSystem(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return fields[0] === 'Z' ? 'ended' : (fields[19] ?? '');
}

function processSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

function readSystem(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}
