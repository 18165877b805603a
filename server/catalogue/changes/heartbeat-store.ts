import type { Database } from '../../database/open.ts';

/** Sends a notice that stands for no change. Nothing of it is worth waiting for a disk. */
export async function sendHeartbeat(database: Database, text: string): Promise<void> {
  await database.query(`select set_config('synchronous_commit', 'off', true), pg_notify('catalogue', $1)`, [text]);
}
