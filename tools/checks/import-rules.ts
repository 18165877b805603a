import { WEB_APPS } from '#contract/apps.ts';
import { isTestCode, type SourceFile } from './source-files.ts';

export interface ImportRule {
  name: string;
  /** Type imports count as imports, unless the rule exempts them. */
  broken: (from: string, to: string, typeOnly: boolean) => boolean;
}

const isIn = (path: string, ...folders: string[]) => folders.some((folder) => path.startsWith(`${folder}/`));

export const parseServerArea = (path: string): string | undefined =>
  /^server\/(?:platform|domain|integrations|api)\/([a-z-]+)\//.exec(path)?.[1] ??
  /^server\/(commands)\//.exec(path)?.[1];

/** Any module may import types from these files, and anything from clock.ts, because it has no dependencies. */
const GROUND = ['server/settings.ts', 'server/clock.ts', 'server/context.ts'];

const COMPOSITION_ROOT = ['server/main.ts', 'server/bootstrap.ts', 'server/app.ts', 'server/register-jobs.ts'];

const LOADS_PLACES = 'server/commands/load-places.ts';

/** These files may import a provider, to load its data or serve its routes. */
const knowsProviders = (path: string) =>
  path === LOADS_PLACES || isIn(path, 'server/api/provider-webhooks', 'server/api/shop/demo');

const FLOORS: Record<string, number> = { platform: 0, integrations: 1, domain: 2, api: 3, commands: 3 };
const ROOF = 4;

const PLATFORM_RANKS: Record<string, number> = {
  kernel: 0,
  database: 1,
  ports: 1,
  jobs: 2,
  http: 2,
  pictures: 3,
  messaging: 3,
  monitoring: 4,
  backup: 4,
};

function getFloor(path: string): number {
  const floor = FLOORS[/^server\/([a-z]+)\//.exec(path)?.[1] ?? ''];
  if (floor !== undefined) return floor;
  return COMPOSITION_ROOT.includes(path) ? ROOF : 0;
}

const APPS = WEB_APPS.map((app) => `web/${app}`);

export const isStore = (path: string) => path.startsWith('server/') && /[/-]store\.ts$/.test(path);
export const isRoutes = (path: string) => path.startsWith('server/') && /[/-]routes?\.ts$/.test(path);

const isProductionCode = (from: string, ...folders: string[]) => isIn(from, ...folders) && !isTestCode(from);

const importRules: ImportRule[] = [
  {
    name: 'contract imports only contract',
    broken: (from, to) => isProductionCode(from, 'contract') && !isIn(to, 'contract'),
  },
  {
    name: 'contract/rules imports only contract/rules, and types of contract/field-errors.ts',
    broken: (from, to, typeOnly) =>
      isProductionCode(from, 'contract/rules') &&
      !isIn(to, 'contract/rules') &&
      !(typeOnly && to === 'contract/field-errors.ts'),
  },
  {
    name: 'web imports only contract and web',
    broken: (from, to) => isProductionCode(from, 'web') && !isIn(to, 'web', 'contract'),
  },
  {
    name: 'web imports only types of contract, except from contract/rules (phones load no schemas)',
    broken: (from, to, typeOnly) =>
      isProductionCode(from, 'web') && isIn(to, 'contract') && !isIn(to, 'contract/rules') && !typeOnly,
  },
  {
    name: 'web/ui imports only web/ui and the modules for languages',
    broken: (from, to) =>
      isProductionCode(from, 'web/ui') &&
      !isIn(to, 'web/ui', 'web/shared/languages') &&
      to !== 'contract/rules/languages.ts',
  },
  {
    name: 'web/shared imports only web/shared and web/ui, never an app',
    broken: (from, to) => isProductionCode(from, 'web/shared') && isIn(to, 'web') && !isIn(to, 'web/shared', 'web/ui'),
  },
  {
    name: 'an app in web/ imports only itself, web/shared and web/ui, never another app',
    broken: (from, to) => {
      const app = from.split('/').slice(0, 2).join('/');
      if (!isProductionCode(from, ...APPS) || !isIn(to, 'web')) return false;
      return !isIn(to, app, 'web/shared', 'web/ui');
    },
  },
  {
    name: 'server imports nothing from web, tools, e2e, bench or tests',
    broken: (from, to) =>
      isProductionCode(from, 'server') && (isIn(to, 'web', 'tools', 'e2e', 'bench') || isTestCode(to)),
  },
  {
    name: 'kernel imports only contract and kernel, and types of server/clock.ts',
    broken: (from, to, typeOnly) =>
      isProductionCode(from, 'server/platform/kernel') &&
      !isIn(to, 'contract', 'server/platform/kernel') &&
      !(typeOnly && to === 'server/clock.ts'),
  },
  {
    name: "server checks strangers' words with server/platform/kernel/strangers-words.ts, which knows all top-level domains",
    broken: (from, to, typeOnly) =>
      isProductionCode(from, 'server') &&
      to === 'contract/rules/strangers-words.ts' &&
      from !== 'server/platform/kernel/strangers-words.ts' &&
      !typeOnly,
  },
  {
    name: 'database imports only contract, kernel and database',
    broken: (from, to) =>
      isProductionCode(from, 'server/platform/database') &&
      !isIn(to, 'contract', 'server/platform/kernel', 'server/platform/database'),
  },
  {
    name: 'imports point down, types too: platform <- integrations <- domain <- api, commands <- composition root',
    broken: (from, to) =>
      isProductionCode(from, 'server') &&
      isIn(to, 'server') &&
      !GROUND.includes(from) &&
      !GROUND.includes(to) &&
      getFloor(to) > getFloor(from),
  },
  {
    name: 'server imports only types of server/context.ts',
    broken: (from, to, typeOnly) => isProductionCode(from, 'server') && to === 'server/context.ts' && !typeOnly,
  },
  {
    name: 'api and commands do not import each other',
    broken: (from, to) =>
      (isProductionCode(from, 'server/api') && isIn(to, 'server/commands')) ||
      (isProductionCode(from, 'server/commands') && isIn(to, 'server/api')),
  },
  {
    name: 'an area does not import the stores of another area',
    broken: (from, to) =>
      isProductionCode(from, 'server/domain', 'server/platform', 'server/integrations') &&
      isStore(to) &&
      parseServerArea(from) !== parseServerArea(to),
  },
  {
    name: 'imports point down: kernel <- database, ports <- jobs, http <- pictures, messaging <- monitoring, backup',
    broken: (from, to, typeOnly) =>
      isProductionCode(from, 'server/platform') &&
      isIn(to, 'server/platform') &&
      !typeOnly &&
      (PLATFORM_RANKS[parseServerArea(to) ?? ''] ?? 0) > (PLATFORM_RANKS[parseServerArea(from) ?? ''] ?? 0),
  },
  {
    name: 'commands and routes import use cases, never a store',
    broken: (from, to, typeOnly) =>
      isProductionCode(from, 'server') &&
      isIn(from, 'server/api', 'server/commands') &&
      from !== LOADS_PLACES &&
      isStore(to) &&
      // Exception: the doctor command checks the database itself.
      !(isIn(from, 'server/commands/doctor') && isIn(to, 'server/commands/doctor')) &&
      !typeOnly,
  },
  {
    name: 'only the composition root imports providers, only settings.ts their settings; features import ports',
    broken: (from, to) => {
      if (!isIn(to, 'server/integrations') || isTestCode(from)) return false;
      if (COMPOSITION_ROOT.includes(from) || knowsProviders(from)) return false;
      if (from === 'server/settings.ts') return !/settings\.ts$/.test(to);
      const integration = to.split('/').slice(0, 3).join('/');
      // Providers may import the service folder, because they share its timeouts, retries and circuit breaker.
      const shared = isIn(to, 'server/integrations/service') && isIn(from, 'server/integrations');
      return !shared && !isIn(from, integration) && !to.endsWith('/port.ts');
    },
  },
];

export function reexportedStores(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.startsWith('server/') && !isStore(path) && !isTestCode(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^export (\*|\{[^}]*\}) from '[^']*store\.ts'/gm)].map(([, names]) => `${path}: ${names}`),
    );
}

export function brokenImports(files: SourceFile[], rules: ImportRule[] = importRules): string[] {
  return files.flatMap(({ path, imports }) =>
    imports.flatMap(({ target, typeOnly }) => {
      if (target === undefined) return [];
      const broken = rules.filter((rule) => rule.broken(path, target, typeOnly));
      return broken.map((rule) => `${path} -> ${target}: ${rule.name}`);
    }),
  );
}
