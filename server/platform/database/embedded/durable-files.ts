import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** What PGlite's file system must answer when a sync fails, so that PostgreSQL stops instead of going on. */
const EIO = 29;

interface FileSystemModule {
  FS: { isDir: (mode: number) => boolean };
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number; node: { mode: number } }) => number } };
}

/**
 * PGlite's flags without -F ("never sync"), and with a sync that exists: its fdatasync, the default, does nothing. Of
 * its 128 MB of buffers every start would touch all; what falls out of 32 MB stands in the system's cache of files. A
 * table is counted by 9,000 of its rows: everybody waits for that, and for 30,000 three times as long.
 */
export const durableStartParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'shared_buffers=32MB',
  '-c',
  'default_statistics_target=30',
];

/**
 * PGlite's file system as shipped has no fsync at all: a power cut loses acknowledged orders. This one syncs.
 * @param options.onSync called after every sync, for the test that counts them
 */
export function durableFiles(folder: string, options: { onSync?: (() => void) | undefined } = {}): NodeFS {
  class DurableFiles extends NodeFS {
    override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
      const prepared = await super.init(...args);
      prepared.emscriptenOpts.preRun?.unshift((module) => {
        const { FS, NODEFS } = module as unknown as FileSystemModule;
        NODEFS.stream_ops.fsync = ({ nfd, node }) => {
          try {
            fsyncSync(nfd);
            options.onSync?.();
            return 0;
          } catch {
            // Windows cannot sync a folder and need not; a file that cannot be synced is a failed disk.
            return FS.isDir(node.mode) ? 0 : EIO;
          }
        };
      });
      return prepared;
    }
  }
  return new DurableFiles(folder);
}

/** Syncs every file and folder below a path: a freshly made database was written before any sync was asked for. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else if (entry.isFile()) syncPath(path);
  }
  syncPath(folder);
}

/** Where a file system has no sync of a folder, as some of networks: PostgreSQL goes on there, too. */
const NO_SYNC = ['EINVAL', 'EBADF'];

/** Syncs one file, or one folder so that a rename in it lasts. */
export function syncPath(path: string): void {
  let descriptor: number;
  let isFolder = false;
  try {
    descriptor = openSync(path, 'r+');
  } catch (error) {
    if (process.platform === 'win32') return;
    isFolder = (error as NodeJS.ErrnoException).code === 'EISDIR';
    descriptor = openSync(path, 'r');
  }
  try {
    fsyncSync(descriptor);
  } catch (error) {
    if (!isFolder || !NO_SYNC.includes(String((error as NodeJS.ErrnoException).code))) throw error;
  } finally {
    closeSync(descriptor);
  }
}
