import { dirname } from 'node:path/posix';
import { isTestCode, type SourceFile } from './source-files.ts';

const MAX_FILES = 15;
const POPUP_BODIES = 'web/shop/popup-bodies.ts';

const webSources = (files: SourceFile[]) => files.filter(({ path }) => path.startsWith('web/') && !isTestCode(path));

export function crowdedFolders(files: SourceFile[]): string[] {
  const counts = new Map<string, number>();
  for (const { path } of webSources(files)) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > MAX_FILES).map(([folder, count]) => `${folder}: ${count}`);
}

/**
 * web/shared/api only transports calls, so it may import only from contract/ and itself, which includes type imports.
 */
export function transportBreaches(files: SourceFile[]): string[] {
  const allowed = (target: string) => /^(contract|web\/shared\/api)\//.test(target);
  return webSources(files)
    .filter(({ path }) => path.startsWith('web/shared/api/'))
    .flatMap(({ path, imports }) =>
      imports.flatMap(({ specifier, target }) =>
        (target === undefined ? /^zod(\/|$)/.test(specifier) : !allowed(target)) ? [`${path} -> ${specifier}`] : [],
      ),
    );
}

/** Features open popups by key, so only the registry may import popup components. */
export function popupBreaches(files: SourceFile[]): string[] {
  const registered = files.find(({ path }) => path === POPUP_BODIES)?.imports.map(({ target }) => target) ?? [];
  const bodies = new Set(registered.filter((target) => target !== undefined && /-popups?\.tsx$/.test(target)));
  return webSources(files)
    .filter(({ path }) => path !== POPUP_BODIES)
    .flatMap(({ path, imports }) =>
      imports.flatMap(({ target }) => (bodies.has(target) || isRegistry(path, target) ? [`${path} -> ${target}`] : [])),
    );
}

const isRegistry = (path: string, target: string | undefined) =>
  target === POPUP_BODIES && path !== 'web/shop/over-page.tsx';
