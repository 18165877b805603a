import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { type Built, buildIfStale, isBuilt, root } from './build-if-stale.ts';
import { narrowSource } from './narrow-source.ts';

const server: Built = {
  title: 'the server',
  folder: join(root, 'build/server'),
  sources: [
    '{server,contract}/**/*.ts',
    'db/seed/**/*.ts',
    'tools/{terminal,builds}/*.ts',
    'package.json',
    'package-lock.json',
  ],
};

type Program = 'main' | 'command';

export const builtProgramPath = (name: Program): string => join(server.folder, `${name}.js`);

export const runBuilt = (name: Program): Promise<unknown> => import(pathToFileURL(builtProgramPath(name)).href);

export const isServerBuilt = (): boolean => isBuilt(server);

/**
 * Bundles all packages except the `dependencies` of package.json, which load files of their own (docs/decisions/044).
 */
export function buildServerIfStale(): Promise<void> {
  return buildIfStale(server, async () => {
    const { build } = await import('vite');
    await build({
      configFile: false,
      logLevel: 'error',
      root,
      publicDir: false,
      plugins: [ownPlaces, hiddenImport, knownKinds, narrowSource],
      ssr: {
        noExternal: true,
        external: [...listDependencies(), ...DEVELOPMENT],
        resolve: { mainFields: ['main'], conditions: ['node'] },
      },
      build: {
        ssr: true,
        target: 'node26',
        outDir: server.folder,
        emptyOutDir: true,
        minify: false,
        rolldownOptions: {
          input: {
            main: join(root, 'server/main.ts'),
            command: join(root, 'tools/terminal/command-line.ts'),
          } satisfies Record<Program, string>,
          output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        },
      },
    });
  });
}

const DEVELOPMENT = ['vite', '@fastify/middie'];

function listDependencies(): string[] {
  return Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies);
}

/** Makes import.meta.dirname in the bundle point to the source folder, which contains migrations and lists. */
const ownPlaces: Plugin = {
  name: 'own-places',
  transform(code, id) {
    const path = relative(root, id).replaceAll('\\', '/');
    if (path.startsWith('node_modules/') || !code.includes('import.meta.dirname')) return null;
    const place = JSON.stringify(`/../../${dirname(path)}`);
    return { code: code.replaceAll('import.meta.dirname', `(import.meta.dirname + ${place})`), map: null };
  },
};

/** Rewrites the import of drizzle-orm that rate-limiter-flexible hides from bundlers. */
const hiddenImport: Plugin = {
  name: 'hidden-import',
  transform(code, id) {
    if (!id.endsWith('/RateLimiterDrizzle.js')) return null;
    const whole = code.replace(
      'import(/* @vite-ignore */ specifier)',
      "(specifier.endsWith('/sql') ? import('drizzle-orm/sql') : import('drizzle-orm'))",
    );
    if (/import\((?!')/.test(whole)) throw new Error('rate-limiter-flexible now imports drizzle-orm differently.');
    return { code: whole, map: null };
  },
};

/** Caches drizzle's class checks, which took an eighth of the CPU time of a checkout. */
const knownKinds: Plugin = {
  name: 'known-kinds',
  transform(code, id) {
    if (!id.endsWith('/drizzle-orm/entity.js')) return null;
    const looked = '  let cls = Object.getPrototypeOf(value).constructor;';
    if (!code.includes(looked)) throw new Error('drizzle-orm now checks the kinds of entities differently.');
    const replacement = `  const own = Object.getPrototypeOf(value).constructor;
  if (!own) return false;
  let kinds = known.get(own);
  if (!kinds) known.set(own, (kinds = new Map()));
  let answer = kinds.get(type);
  if (answer === undefined) kinds.set(type, (answer = extendsKind(own, type)));
  return answer;
}
const known = new WeakMap();
function extendsKind(cls, type) {`;
    return { code: code.replace(looked, replacement), map: null };
  },
};
