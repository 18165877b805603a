import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/**
 * Builds the release that db/previous-release names, with current packages. In a shallow clone, fetches that release's
 * commit.
 */
export function buildPreviousRelease(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'handsel-release-'));
  const commit = readFileSync(join(root, 'db/previous-release'), 'utf8').trim();
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, maxBuffer: 1024 ** 3 });
  if (git('rev-parse', '--is-shallow-repository').toString().trim() === 'true')
    git('fetch', '--quiet', '--depth=1', 'origin', commit);
  const files = git('archive', commit);
  execFileSync('tar', ['-x'], { cwd: path, input: files });
  symlinkSync(join(root, 'node_modules'), join(path, 'node_modules'), 'junction');
  const build = "import('./tools/builds/server-build.ts').then(({ buildServerIfStale }) => buildServerIfStale())";
  execFileSync(process.execPath, ['--eval', build], { cwd: path, stdio: ['ignore', 'ignore', 'inherit'] });
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
