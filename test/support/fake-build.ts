import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { vi } from 'vitest';
import { APPS_BESIDE_SHOP } from '#contract/apps.ts';

const FILES: Record<string, string> = {
  'client/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'service-worker.js': 'self.skipWaiting();',
  'till/worker.js': 'self.skipWaiting();',
  ...Object.fromEntries(
    APPS_BESIDE_SHOP.flatMap((app) => [
      [`${app}/index.html`, `<!doctype html><html lang="en-AU"><p>The page of the ${app}`],
      [`${app}/assets/code-1.js`, 'export {};'],
    ]),
  ),
};

export async function onFakeBuild<Opened>(
  files: Record<string, string>,
  open: () => Promise<Opened>,
): Promise<{ opened: Opened; removeBuild: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'handsel-pages-'));
  for (const [name, text] of Object.entries({ ...FILES, ...files })) {
    const path = join(folder, 'build/giftcard', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const cwdSpy = vi.spyOn(process, 'cwd').mockReturnValue(folder);
  const opened = await open().finally(() => cwdSpy.mockRestore());
  return { opened, removeBuild: () => rmSync(folder, { recursive: true }) };
}
