import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '../..');

/** Files that the service worker does not precache: rarely opened screens, and fonts for rare letters. */
const SELDOM = /\/(stripe|phone|gallery|human-check|ponyfill|zxing)|-(latin-ext|vietnamese)-/;

/**
 * Bundles the service worker into `folder`/service-worker.js and the offline page's script into `folder`/client. The
 * release is a hash of the build.
 */
export async function buildOfflineShop(folder: string, brand: string): Promise<void> {
  const client = join(folder, 'client');
  const assets = globSync(`assets/{*.{js,css,woff2},hero-${brand}-*.svg}`, { cwd: client }).map(
    (path) => `/${path.replaceAll('\\', '/')}`,
  );
  const define = {
    __RELEASE__: JSON.stringify(hashFiles(folder, [...assets.map((path) => `client${path}`), 'server/index.js'])),
    __ASSETS__: JSON.stringify(assets.filter((path) => !SELDOM.test(path)).sort()),
    'process.env.NODE_ENV': '"production"',
  };
  await bundle('service-worker', folder, define);
  await bundle('offline-page', client);
}

function hashFiles(folder: string, paths: string[]): string {
  const hash = createHash('sha256');
  for (const path of paths.sort()) hash.update(path).update(readFileSync(join(folder, path)));
  return hash.digest('hex').slice(0, 16);
}

async function bundle(name: string, outDir: string, define: Record<string, string> = {}): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    define,
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(root, `web/shop/offline/${name}.ts`),
        output: { format: 'iife', entryFileNames: `${name}.js` },
      },
    },
  });
}
