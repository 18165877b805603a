import { cpSync, globSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

export type Release = { folder: string; remove(): void };

export function copyBuiltShop(brand: 'giftcard' | 'product'): Release {
  const folder = mkdtempSync(join(tmpdir(), 'handsel-release-'));
  cpSync(join(root, 'build', brand), join(folder, 'build', brand), { recursive: true });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Replaces the release with a new one. `oldText` becomes `newText` everywhere, and every asset gets a new name, as if
 * its content had changed. The old names no longer exist.
 */
export function release({ folder }: Release, { oldText, newText }: { oldText: string; newText: string }): void {
  const build = join(folder, 'build');
  for (const packed of globSync('**/*.br', { cwd: build })) rmSync(join(build, packed));
  const assets = globSync('*/*/assets/*', { cwd: build });
  const renamed = assets.map(
    (path) => [basename(path), basename(path).replace(/-([\w-]{7})[\w-]\./, '-$1~.')] as const,
  );
  for (const path of globSync('**/*.{js,css,html}', { cwd: build })) {
    const text = renamed.reduce((all, [old, now]) => all.replaceAll(old, now), readFileSync(join(build, path), 'utf8'));
    writeFileSync(join(build, path), text.replaceAll(oldText, newText));
  }
  for (const path of assets) {
    const [old, now] = renamed.find(([name]) => name === basename(path)) ?? ['', ''];
    if (old !== now) renameSync(join(build, path), join(build, path.replace(old, now)));
  }
}
