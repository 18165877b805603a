import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPostgres, makeBarePostgres, writeEmbedded } from '#test/support/database.ts';
import { root } from './checks/source-files.ts';

const PAGE = 'docs/how-to/move-to-postgresql.md';
const EXAMPLES = {
  file: '/backups/move.backup',
  databaseUrl: 'postgres://handsel@db.internal:5432/handsel?sslmode=verify-full',
};

const steps = [...readFileSync(join(root, PAGE), 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)].map(
  ([, text = '']) => text,
);

/** Replaces `npm` in the guide's commands, so that they run package.json scripts without npm. */
const NPM = `npm() {
  [ "$1" = run ]; name=$2; shift 2
  if [ "\${1-}" = -- ]; then shift; fi
  "$NODE" tools/command.ts "$name" "$@"
}
`;

it("renames the database in the default data folder when the guide's commands run", () => {
  const cwd = mkdtempSync(join(tmpdir(), 'handsel-move-'));
  mkdirSync(join(cwd, '.data/db'), { recursive: true });
  const { DATA_DIR: _set, ...env } = process.env;
  const [, putAside = ''] = steps;
  const { status, stderr } = spawnSync('sh', ['-eu', '-c', putAside], { cwd, env, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(readdirSync(join(cwd, '.data'))).toEqual(['db-before-postgresql']);
  rmSync(cwd, { recursive: true });
});

describe.runIf(hasPostgres())('moving an embedded shop to PostgreSQL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'handsel-move-'));
  let bare: Awaited<ReturnType<typeof makeBarePostgres>>;
  beforeAll(async () => {
    bare = await makeBarePostgres();
    writeEmbedded('shop', join(folder, 'data'));
  });
  afterAll(async () => {
    await bare.remove();
    rmSync(folder, { recursive: true });
  });

  const run = (script: string) => {
    const ownScript = script
      .replaceAll(EXAMPLES.file, join(folder, 'move.backup'))
      .replaceAll(EXAMPLES.databaseUrl, bare.databaseUrl);
    const env = {
      ...process.env,
      NODE: process.execPath,
      NODE_ENV: 'test',
      DATABASE_URL: '',
      DATA_DIR: join(folder, 'data'),
      SESSION_SECRET: 'the secret of the shop, long enough for it',
      CARD_KEYS: 'k1:the key of its gift cards that is long enough',
    };
    const { status, stdout, stderr } = spawnSync('sh', ['-eu', '-c', NPM + ownScript], {
      cwd: root,
      env,
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };

  it("moves all data to PostgreSQL when the guide's commands run", () => {
    for (const example of Object.values(EXAMPLES)) expect(steps.join('')).toContain(example);
    const operator = "npm run operator -- --mobile 0412345678 --name 'Wren Banks'";
    expect(run(operator)).toMatchObject({ status: 0 });
    const lists = 'npm run seller -- list; npm run operator -- --list; npm run export -- --format shopify';
    const before = run(lists);
    expect(before.stdout).toContain('Teapots & Co');

    const moved = run(steps.join('\n'));
    expect(moved.stderr).toBe('');
    expect(moved.stdout).toContain('Everything was restored, and the totals match the backup.');
    expect(moved.stdout).toContain('The tables match this release.');
    expect(moved.stdout).toMatch(/No orders\.\n$/);
    expect(moved.status).toBe(0);
    expect(existsSync(join(folder, 'data/db'))).toBe(false);

    const onPostgres = (script: string) => run(`export DATABASE_URL='${EXAMPLES.databaseUrl}'\n${script}`);
    expect(onPostgres(lists)).toEqual(before);
    expect(run('npm run seller -- list')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('There is no shop in'),
    });
  });
});
