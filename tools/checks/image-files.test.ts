import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import dockerignore from '@balena/dockerignore';
import { expect, it } from 'vitest';
import { root } from './source-files.ts';

const ALLOWED = [
  '.npmrc',
  'LICENSE',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'lingui.config.ts',
  'react-router.config.ts',
  'vite.config.ts',
  'contract',
  'db',
  'server',
  'web',
  'deploy/healthcheck.mjs',
  ...['bootstrap.mjs', 'build.ts', 'command.ts', 'start.ts'].map((name) => `tools/${name}`),
  ...['sbom.ts', 'complete-lock.ts', 'checks/package-licences.ts', 'checks/source-files.ts'].map(
    (name) => `tools/${name}`,
  ),
  ...['builds', 'database', 'terminal', 'web'].map((name) => `tools/${name}`),
];

const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');

function listSentFiles(files: readonly string[]): string[] {
  const rules = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  return dockerignore()
    .add(rules)
    .filter([...files]);
}

const findAllowedPart = (file: string) => ALLOWED.find((part) => file === part || file.startsWith(`${part}/`));

it('sends the image build only the files needed to build and run the shop', () => {
  const files = listSentFiles(tracked);
  expect(files.filter((file) => findAllowedPart(file) === undefined)).toEqual([]);
  expect(new Set(files.map(findAllowedPart))).toEqual(new Set(ALLOWED));
  expect(files.filter((file) => /\.test\.tsx?$/.test(file))).toEqual([]);
  const left = tracked.filter((file) => findAllowedPart(file) !== undefined && !files.includes(file));
  expect(left.filter((file) => !/\.test\.tsx?$|\/fixtures\//.test(file))).toEqual([]);
});

const FROM_BUILD = ['/usr/local/bin/node', '/shop'];

function strayCopies(containerfile: string): string[] {
  const files = listSentFiles(tracked);
  const isInContext = (source: string) =>
    source === '.' || files.some((file) => file === source || file.startsWith(`${source}/`));
  return containerfile
    .replaceAll(/\\\r?\n/g, ' ')
    .split('\n')
    .filter((line) => /^\s*(?:copy|add)\s/i.test(line))
    .filter((line) => {
      const [instruction = '', ...words] = line
        .replaceAll(/[[\]",]/g, ' ')
        .trim()
        .split(/\s+/);
      const [from] = words.filter((word) => word.startsWith('--from=')).map((word) => word.replace('--from=', ''));
      const paths = words.filter((word) => !word.startsWith('--')).slice(0, -1);
      const sources = paths.map((path) => path.replace(/^\.\/(?=.)/, '').replace(/(?<=.)\/$/, ''));
      if (instruction.toLowerCase() === 'add') return true;
      return from === undefined
        ? !sources.every(isInContext)
        : from !== 'build' || !sources.every((source) => FROM_BUILD.includes(source));
    });
}

const containerfile = readFileSync(join(root, 'deploy/Containerfile'), 'utf8');

it('copies only listed files into the image, and only Node and the shop from the first build stage', () => {
  expect(strayCopies(containerfile)).toEqual([]);
});

it.each([
  'COPY docs /shop/docs',
  'copy ./bench/ bench',
  'COPY ["e2e", "/shop/e2e"]',
  'COPY package.json \\\n  test ./',
  'COPY .git .git',
  'COPY *.csv ./',
  'ADD server /shop/server',
  'ADD https://shop.test/keys.tar /shop/',
  'COPY --from=docker.io/library/busybox /bin /bin',
  'COPY --from=build /root /root',
  'COPY --chown=1:1 tmp tmp',
])('rejects this instruction in the Containerfile: %s', (line) => {
  expect(strayCopies(`${containerfile}${line}\n`)).toHaveLength(1);
});

it.each([
  '.env',
  'shop.env',
  'deploy/.env',
  'server/.env.local',
  'web/live.env',
  'tools/builds/.env',
  'authority/authority.key',
  'deploy/authority.key',
  'server/tls/server.key',
  'db/server.pem',
  'web/pass.p12',
  'shop.bak',
  'before.backup',
  'db/shop.backup',
  '.data/db/PG_VERSION',
  '.data/card-keys',
  'db/dump.sql',
  'db/migrations/dump.sql',
  'db/customers.csv',
  'server/id_rsa',
  'contract/notes.txt',
  'server/live.json',
  'web/customers.csv',
  'tools/database/dump.sql',
  'server/.npmrc',
  'server/tls/id_ed25519',
  '.git/config',
  'products.csv',
  'node_modules/pg/index.js',
  'build/server/main.js',
  'tmp/dump.sql',
])('keeps %s out of the image', (file) => {
  expect(listSentFiles([file])).toEqual([]);
});

it.each(['.env', 'deploy/.env', 'shop.env', 'authority/authority.key', 'server.key', 'shop.bak', 'shop.backup'])(
  'keeps %s out of git',
  (file) => {
    expect(execFileSync('git', ['check-ignore', file], { cwd: root, encoding: 'utf8' }).trim()).toBe(file);
  },
);
