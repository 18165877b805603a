import { createHash, randomUUID } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache/handsel');

/** What a first start makes of an empty folder depends on these files alone. */
function contentHash(): string {
  const hash = createHash('sha256');
  for (const path of globSync(['db/*.sql', 'db/{migrations,seed}/**/*.{sql,ts}'], { cwd: root }).sort())
    hash.update(path).update(readFileSync(join(root, path)));
  hash.update(readFileSync(join(root, 'package-lock.json')));
  return hash.digest('hex').slice(0, 16);
}

/**
 * Gives a new data folder the demonstration shop as a first start leaves it. The first start itself is made once a run
 * and kept: it takes seven seconds, a copy a fifth of one. Two shops may do so at the same time; the first to be ready
 * is kept. `firstStart` starts a server on the folder it is given and stops it again.
 */
export async function fillFolder(path: string, firstStart: (folder: string) => Promise<void>): Promise<void> {
  const kept = join(cache, `first-start-${contentHash()}`);
  if (!existsSync(kept)) {
    mkdirSync(cache, { recursive: true });
    const others = globSync('first-start-*', { cwd: cache }).filter((name) => name !== basename(kept));
    for (const old of others) rmSync(join(cache, old), { recursive: true, force: true });
    const draft = join(cache, `draft-${randomUUID()}`);
    await firstStart(draft);
    // Secrets belong to one shop: every copy makes its own, or is given them.
    for (const file of ['session-secret', 'card-keys']) rmSync(join(draft, file), { force: true });
    keep(draft, kept);
  }
  cpSync(kept, path, { recursive: true });
}

function keep(draft: string, kept: string): void {
  try {
    renameSync(draft, kept);
  } catch (error) {
    if (!existsSync(kept)) throw error;
    rmSync(draft, { recursive: true });
  }
}
