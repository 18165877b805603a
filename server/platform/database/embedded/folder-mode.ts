import { chmodSync, statSync } from 'node:fs';
import { operatorError } from '#server/platform/kernel/operator-error.ts';
import type { DatabaseLogger } from '../database.ts';

/**
 * Removes other users' access to a folder. PGlite makes its files accessible to everyone regardless of the umask, and
 * earlier releases left the folder open.
 */
export function closeToOthers(folder: string, logger?: DatabaseLogger): void {
  if (!isOpenToOthers(folder)) return;
  try {
    chmodSync(folder, 0o700);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const sentence =
      `Other users of this machine can enter ${folder}, and the shop cannot close it (${code}), because it belongs to ` +
      `another user. Start the shop as its owner, or make the shop's user its owner: chown -R USER ${folder}`;
    throw operatorError({ code: 'data-folder', sentence, cause });
  }
  logger?.warn({ folder }, 'database.folder_closed');
}

/** Returns false on Windows, where user profiles are private. */
export function isOpenToOthers(folder: string): boolean {
  return process.platform !== 'win32' && (statSync(folder).mode & 0o077) !== 0;
}
