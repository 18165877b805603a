import { globSync } from 'node:fs';
import { rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { build, type InlineConfig, type Plugin } from 'vite';
import { APPS_BESIDE_SHOP } from '#contract/apps.ts';
import type { Brand } from '#web/shared/brand/brand.ts';
import { readBrand } from './brand-files.ts';
import { languagePlugins } from './language-plugins.ts';

const root = join(import.meta.dirname, '../..');

export async function createAppConfig(brand: Brand['id']): Promise<InlineConfig> {
  return {
    root: join(root, 'web'),
    publicDir: false,
    plugins: [languagePlugins(), tailwindcss(), fillIn(await readBrand(brand))],
    define: { __BRAND__: JSON.stringify(brand) },
    oxc: { jsx: { runtime: 'automatic' } },
    // Inlined assets become data: URLs, which violate the content security policy and bypass the cache.
    build: { assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  };
}

export async function buildApps(folder: string, brand: Brand['id']): Promise<void> {
  const { define, build: options, ...config } = await createAppConfig(brand);
  const { NODE_ENV } = process.env;
  // Loading the brand sets NODE_ENV to development, but the build needs production.
  process.env.NODE_ENV = 'production';
  try {
    for (const app of APPS_BESIDE_SHOP) {
      const outDir = join(folder, app);
      const input = join(root, 'web', app, 'index.html');
      await build({
        ...config,
        configFile: false,
        logLevel: 'error',
        base: `/${app}/`,
        define: { ...define, 'process.env.NODE_ENV': '"production"' },
        build: { ...options, outDir, emptyOutDir: true, rolldownOptions: { input } },
      });
      await rename(join(outDir, app, 'index.html'), join(outDir, 'index.html'));
      await rmdir(join(outDir, app));
    }
    await buildTillWorker(join(folder, 'till'));
  } finally {
    if (NODE_ENV === undefined) Reflect.deleteProperty(process.env, 'NODE_ENV');
    else process.env.NODE_ENV = NODE_ENV;
  }
}

/** Files that the till does not precache: fonts for rare letters, and the fallback barcode reader. */
const SELDOM = /\/(ponyfill|zxing)|-(latin-ext|vietnamese)-/;

async function buildTillWorker(outDir: string): Promise<void> {
  const assets = globSync('assets/*.{js,css,woff2}', { cwd: outDir }).map(
    (path) => `/till/${path.replaceAll('\\', '/')}`,
  );
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    define: {
      __ASSETS__: JSON.stringify(assets.filter((path) => !SELDOM.test(path)).sort()),
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(root, 'web/till/offline/worker.ts'),
        output: { format: 'iife', entryFileNames: 'worker.js' },
      },
    },
  });
}

function fillIn({ id, title, colours }: Brand): Plugin {
  const { accent, onAccent, accentSoft } = colours;
  const values: Record<string, string> = {
    brand: id,
    title,
    colours: [
      `--brand-accent-light:${accent.light}`,
      `--brand-accent-dark:${accent.dark}`,
      `--brand-on-accent-light:${onAccent.light}`,
      `--brand-on-accent-dark:${onAccent.dark}`,
      `--brand-accent-soft-light:${accentSoft.light}`,
      `--brand-accent-soft-dark:${accentSoft.dark}`,
    ].join(';'),
  };
  return {
    name: 'fill-in-brand',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? ''),
    },
  };
}
