import { licenceOf, nameOf, shippedPackages } from '../checks/package-licences.ts';
import type { SourceFile } from '../checks/source-files.ts';
import type { LockFile } from '../complete-lock.ts';
import { wrapped } from './markdown.ts';

/** docs/reference/package-licences.md */
export function licencesPage(lock: LockFile, sources: SourceFile[]): string {
  const shipped = shippedPackages(lock, sources).flatMap((path) => {
    const locked = lock.packages[path];
    return locked ? [{ name: nameOf(path), licence: licenceOf(path, locked) ?? 'none' }] : [];
  });
  const groups = [...Map.groupBy(shipped, ({ licence }) => licence)].sort(([a], [b]) => (a < b ? -1 : 1));
  const sections = groups.flatMap(([licence, packages]) => {
    const names = [...new Set(packages.map(({ name }) => `\`${name}\``))].sort();
    return [`## ${licence}`, '', wrapped(names.join(', ')), ''];
  });
  return [
    '# Licences of packages',
    '',
    wrapped(
      'What a shop is run with: the packages that `npm ci --omit=dev` installs, and those that server and pages import, ' +
        'with all that they depend on, which the build may take into its bundles. ' +
        '`tools/checks/package-licences.test.ts` fails where a package of the lock, also one of development, ' +
        'has a licence that is not allowed. Made by `npm run documents`.',
    ),
    '',
    ...sections,
  ].join('\n');
}
