import { spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { APPS_BESIDE_SHOP } from '#contract/apps.ts';
import { buildIfStale, isWritable, root } from '../builds/build-if-stale.ts';

export type Brand = 'giftcard' | 'product';

const brotli = promisify(brotliCompress);

const SOURCES = [
  'web/**/*',
  'gallery/**/*',
  'contract/**/*.ts',
  '{vite,react-router}.config.ts',
  'tools/web/{app-builds,brand-files,code-chunks,language-plugins,offline-build,unused-parts}.ts',
  'tools/builds/narrow-source.ts',
  'package-lock.json',
  'tsconfig.json',
];

const STORIES = join(root, 'gallery') + sep;

type Wanted = {
  gallery?: boolean;
  isQuick?: boolean;
};

export async function buildWebIfStale(brand: Brand, { gallery = false, isQuick = false }: Wanted = {}): Promise<void> {
  const name = gallery ? 'the gallery' : 'the web app';
  const built = {
    title: `${name} for the ${brand} brand`,
    takes: 'about half a minute',
    folder: resolveBuildFolder(brand, { gallery }),
    sources: SOURCES,
    leftOut: (path: string) => !gallery && path.startsWith(STORIES),
  };
  await buildIfStale(built, () => build(brand, { gallery }));
  // Also precompresses builds made by tests, but not the gallery, which is only viewed locally.
  if (!gallery && !isQuick && isWritable(built.folder))
    for (const app of ['client', ...APPS_BESIDE_SHOP]) await precompress(join(built.folder, app, 'assets'));
}

function resolveBuildFolder(brand: Brand, { gallery }: { gallery: boolean }): string {
  return join(root, 'build', gallery ? `${brand}-gallery` : brand);
}

/** Compresses a tenth smaller than the server can per request, where compression must be fast. */
async function precompress(folder: string): Promise<void> {
  const files = globSync('*.{js,css,svg,wasm}', { cwd: folder }).filter(
    (file) => !existsSync(join(folder, `${file}.br`)),
  );
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await Promise.all(
    files.map(async (file) => {
      const path = join(folder, file);
      await writeFile(`${path}.br`, await brotli(await readFile(path), { params }));
    }),
  );
}

async function build(brand: Brand, { gallery }: { gallery: boolean }): Promise<void> {
  const program = join(root, 'node_modules/@react-router/dev/bin.cjs');
  const child = spawn(process.execPath, [program, 'build'], {
    cwd: root,
    env: { ...process.env, BRAND: brand, NODE_ENV: 'production', VITE_GALLERY: gallery ? '1' : '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`The web app could not be built:\n${output}`);
  const folder = resolveBuildFolder(brand, { gallery });
  const client = join(folder, 'client');
  // Imported lazily, because built shops start without development packages.
  const { writeBrandFiles } = await import('./brand-files.ts');
  await writeBrandFiles(brand, client);
  if (gallery) return;
  const { buildOfflineShop } = await import('./offline-build.ts');
  await buildOfflineShop(folder, brand);
  const { buildApps } = await import('./app-builds.ts');
  await buildApps(folder, brand);
}
