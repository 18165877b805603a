import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageLicence, parsePackageName, shippedPackages } from './checks/package-licences.ts';
import { readSources, root } from './checks/source-files.ts';
import { type LockedPackage, type LockFile, readLock } from './complete-lock.ts';

type Component = {
  type: 'library' | 'platform';
  'bom-ref': string;
  name: string;
  version: string;
  purl: string;
  licenses?: { expression: string }[];
  hashes?: { alg: 'SHA-512'; content: string }[];
};

/** A bill of materials in CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/). */
export type Bom = {
  bomFormat: 'CycloneDX';
  specVersion: '1.6';
  version: 1;
  metadata: { component: { type: 'application'; name: string; version: string } };
  components: Component[];
};

/**
 * Returns the bill of materials for the packages at `paths` in the lock file. Includes bundled packages, which `npm
 * sbom --omit=dev` omits.
 */
export function billOfMaterials(lock: LockFile, paths: readonly string[]): Bom {
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const hostComponents = paths
    .map((path) => buildComponent(path, lock.packages[path]))
    .filter((component) => component !== null);
  const packages = new Map(hostComponents.map((component) => [component.purl, component]));
  const components = [...packages.values()].sort((a, b) => (a.purl < b.purl ? -1 : 1));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name, version } },
    components: [nodeComponent(), ...components],
  };
}

function nodeComponent(): Component {
  const { node: version } = process.versions;
  const purl = `pkg:github/nodejs/node@v${version}`;
  return { type: 'platform', 'bom-ref': purl, name: 'node', version, purl };
}

/** Returns null if the package is a build for another platform. */
function buildComponent(path: string, locked: LockedPackage | undefined): Component | null {
  if (!locked) throw new Error(`package-lock.json has no ${path}.`);
  const { os = [process.platform], cpu = [process.arch] } = locked;
  if (!os.includes(process.platform) || !cpu.includes(process.arch)) return null;
  const name = parsePackageName(path);
  const { version, integrity } = locked;
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const licence = findPackageLicence(path, locked);
  const sha512 = integrity?.replace(/^sha512-/, '');
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    ...(licence ? { licenses: [{ expression: licence }] } : {}),
    ...(sha512 ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }] } : {}),
  };
}

// npm run sbom: prints the bill of materials, which deploy/Containerfile stores.
if (import.meta.main) {
  const lock = readLock();
  const bom = billOfMaterials(lock, shippedPackages(lock, readSources()));
  process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);
}
