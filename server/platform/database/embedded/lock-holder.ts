import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Identifies a process by more than its id, which may be recycled. */
export interface Holder {
  pid: number;
  host: string;
  /** The container of the process; empty if unknown */
  processSpace: string;
  /** The machine's current boot; empty if unknown */
  boot: string;
  started: string;
}

export function describeThisProcess(): Holder {
  return {
    pid: process.pid,
    host: hostname(),
    processSpace: readProcessSpace(),
    boot: readSystem('/proc/sys/kernel/random/boot_id'),
    started: readStartTime(process.pid),
  };
}

/** Returns 'unknown' for a process on another machine or in another container, or without /proc. */
export function checkHolderState(holder: Holder): 'alive' | 'dead' | 'unknown' {
  const thisProcess = describeThisProcess();
  if (holder.host !== thisProcess.host || holder.processSpace !== thisProcess.processSpace) return 'unknown';
  if (holder.boot !== thisProcess.boot) return 'dead';
  if (!isRunning(holder.pid)) return 'dead';
  const started = readStartTime(holder.pid);
  if (holder.started === '' || started === '') return 'unknown';
  return started === holder.started ? 'alive' : 'dead';
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Reads field 22 (start time) of /proc/<pid>/stat, counted after the name, which may contain spaces. A zombie counts as
 * ended.
 */
function readStartTime(pid: number): string {
  const fields = readSystem(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return fields[0] === 'Z' ? 'ended' : (fields[19] ?? '');
}

function readProcessSpace(): string {
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
