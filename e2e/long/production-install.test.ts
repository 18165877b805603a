import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillCart, pay } from '#test/support/customer.ts';
import { prepareDemoCard } from '../steps/demo-card.ts';
import { createDataFolder, startServer } from '../steps/server.ts';
import { signInCustomer } from '../steps/signed-in.ts';

/** Maximum size of the installed shop, without Node, which platform packages provide. */
const MAX_MEGABYTES = 150;
/**
 * Counts modules of the bundle, the embedded database and rendered pages. Half are small chunks: the bundler adds some
 * for each feature that commands share.
 */
const MAX_MODULES = 147;

const root = join(import.meta.dirname, '../..');
const lock: Record<string, { dev?: boolean }> = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
).packages;
const installed = Object.keys(lock).filter(
  (path) => path !== '' && !lock[path]?.dev && existsSync(join(root, path)) && !/\/node-[^/]*-/.test(path),
);
const folder = createDataFolder();
let tree: string;

beforeAll(async () => {
  const filled = await startServer({ DATA_DIR: folder.path, DATABASE_URL: '', WEB: 'none', HUMAN_CHECK: 'none' });
  await filled.stop();
  tree = createProductionTree();
});
afterAll(() => {
  folder.remove();
  rmSync(tree, { recursive: true, force: true });
});

function createProductionTree(): string {
  const treeFolder = mkdtempSync(join(tmpdir(), 'handsel-production-'));
  const sources = ['build', 'contract', 'db', 'gallery', 'server', 'tools', 'web', ...installed];
  for (const path of [...sources, ...globSync('*.{json,ts}', { cwd: root })])
    cpSync(join(root, path), join(treeFolder, path), { recursive: true });
  const packages = Object.fromEntries(installed.map((path) => [path, lock[path]]));
  mkdirSync(join(treeFolder, 'node_modules'), { recursive: true });
  writeFileSync(join(treeFolder, 'node_modules/.package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
  return treeFolder;
}

type Ended = { status: number | null; output: string };

function runNpmScript(...words: string[]): Promise<Ended> {
  const child = spawn(process.execPath, ['tools/bootstrap.mjs', ...words], {
    cwd: tree,
    env: { PATH: process.env.PATH, DATA_DIR: folder.path },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, output: output })));
}

it(`installs the built shop in at most ${MAX_MEGABYTES} MB besides Node, without development packages`, () => {
  const files = globSync(['node_modules/**', 'build/{giftcard,server}/**'], { cwd: tree });
  // Counts allocated disk blocks instead of file lengths.
  const bytes = files.map((path) => statSync(join(tree, path)).blocks * 512);
  expect(bytes.reduce((sum, size) => sum + size, 0) / 1024 ** 2).toBeLessThan(MAX_MEGABYTES);
});

it(`loads at most ${MAX_MODULES} modules when it starts`, async () => {
  const file = join(tree, 'modules');
  const count = `import { registerHooks } from 'node:module'; import { writeFileSync } from 'node:fs';
    let loaded = 0;
    registerHooks({ load(url, context, next) { if (!url.startsWith('node:')) loaded += 1; return next(url, context); } });
    process.on('exit', () => writeFileSync(${JSON.stringify(file)}, String(loaded)));`;
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(count)}`;
  const env = { DATA_DIR: folder.path, DATABASE_URL: '', HUMAN_CHECK: 'none', NODE_OPTIONS };
  const shop = await startServer(env, tree, ['build/server/main.js']);
  await shop.stop();
  const loaded = Number(readFileSync(file, 'utf8'));
  expect(loaded).toBeGreaterThan(10);
  expect(loaded).toBeLessThanOrEqual(MAX_MODULES);
});

it('serves pages, runs commands and draws gift cards after npm start without development packages', async () => {
  const env = { DATA_DIR: folder.path, DATABASE_URL: '', HUMAN_CHECK: 'none' };
  const shop = await startServer(env, tree, ['tools/bootstrap.mjs', 'start']);
  try {
    await shop.moveTo('2026-11-02T01:00:00Z');
    const page = await (await fetch(`${shop.url}/browse`)).text();
    const picture = await fetch(`${shop.url}${/\/media\/[^"\s]+/.exec(page.replaceAll('&amp;', '&'))?.[0]}`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)]);
    expect(await runNpmScript('command', 'operator', '--list')).toEqual({ status: 0, output: 'No operators.\n' });

    const customer = await signInCustomer(shop);
    const when = { scheduledAt: '2026-11-02 12:00:00', zone: 'Australia/Sydney', to: '0491570157' };
    await fillCart(shop.send, customer, [await prepareDemoCard(shop.send, customer, when)]);
    expect((await pay(shop.send, customer, 'pm_card_visa:visa:4242')).status).toBe(200);
    const findMessage = async () => (await shop.phone('+61491570157')).find(({ kind }) => kind === 'mms');
    await expect.poll(findMessage).toBeDefined();
    const message = await fetch((await findMessage())?.media_url ?? '');
    expect([message.status, message.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  } finally {
    await shop.stop();
  }
});

it.each([
  ['start', []],
  ['command', ['operator', '--list']],
] as const)('explains what to do when npm run %s finds sources that were not built', async (name, args) => {
  const source = join(tree, 'server/main.ts');
  const text = readFileSync(source, 'utf8');
  writeFileSync(source, `${text}\n`);
  try {
    expect(await runNpmScript(name, ...args)).toEqual({
      status: 1,
      output:
        'build/ has no build of the server for these sources, and the packages that make one are not installed. Run npm ci ' +
        'without --omit=dev and start again, or copy build/ from a machine that built the same sources.\n',
    });
  } finally {
    writeFileSync(source, text);
  }
});
