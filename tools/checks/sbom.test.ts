import { expect, it } from 'vitest';
import { readLock } from '../complete-lock.ts';
import { billOfMaterials } from '../sbom.ts';
import { shippedPackages } from './package-licences.ts';
import { readSources } from './source-files.ts';

const lock = readLock();
const { components } = billOfMaterials(lock, shippedPackages(lock, readSources()));
const findComponent = (name: string) => components.find((component) => component.name === name);

it('lists Node and the bundled packages in the bill of materials', () => {
  expect(findComponent('node')).toMatchObject({ type: 'platform', version: process.versions.node });
  const bundled = ['fastify', 'pg', 'jose', 'stripe', 'nodemailer', 'zod', '@simplewebauthn/server', 'drizzle-orm'];
  const nested = ['react', 'sanitize-html', 'node-forge', 'qs', 'avvio'];
  expect([...bundled, ...nested].filter((name) => findComponent(name) === undefined)).toEqual([]);
});

it('lists no development package in the bill of materials', () => {
  expect(['vitest', 'knip', 'playwright-core', '@biomejs/biome'].filter((name) => findComponent(name))).toEqual([]);
});

it('gives each package in the bill of materials a purl, a licence and the checksum from the lock', () => {
  const packages = components.filter(({ type }) => type === 'library');
  expect(packages.length).toBeGreaterThan(200);
  expect(packages.filter(({ licenses, hashes }) => !licenses?.[0] || hashes?.[0]?.content.length !== 128)).toEqual([]);
  expect(findComponent('@simplewebauthn/server')?.purl).toBe(
    `pkg:npm/%40simplewebauthn/server@${lock.packages['node_modules/@simplewebauthn/server']?.version}`,
  );
});
