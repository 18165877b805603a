import { isTestCode, type SourceFile } from './source-files.ts';

export interface ImportRule {
  /** What docs/architecture.md says, in words */
  name: string;
  /** Whether this import breaks it; types that are erased count unless the rule says otherwise */
  broken: (from: string, to: string, typeOnly: boolean) => boolean;
}

const isIn = (path: string, ...folders: string[]) => folders.some((folder) => path.startsWith(`${folder}/`));

/**
 * The folder of the server a file lies in: 'cart', 'http'; undefined for a file directly in server/ and outside of it.
 */
export const areaOf = (path: string): string | undefined =>
  /^server\/(?:platform\/|domain\/)?([a-z-]+)\//.exec(path)?.[1];

/** server/settings.ts, clock.ts and context.ts: everyone may name their types, and the clock is plain code. */
const GROUND = ['server/settings.ts', 'server/clock.ts', 'server/context.ts'];

/** The composition root: it knows every part, and nobody imports it. */
const COMPOSITION_ROOT = [
  'server/main.ts',
  'server/bootstrap.ts',
  'server/app.ts',
  'server/register-jobs.ts',
  'server/message-purposes.ts',
];

/** Commands of an operator that load one provider's own data. */
const PROVIDER_COMMANDS = ['server/commands/load-places.ts'];

const FEATURE_RANK = 4;
/** Which floor a folder of the server stands on; a folder that is not listed is a feature. */
const RANKS: Record<string, number> = {
  kernel: 0,
  database: 1,
  ports: 1,
  http: 2,
  jobs: 2,
  integrations: 3,
  pictures: 3,
  commands: FEATURE_RANK + 1,
};

function rankOf(path: string): number {
  const area = areaOf(path);
  if (area !== undefined) return RANKS[area] ?? FEATURE_RANK;
  if (COMPOSITION_ROOT.includes(path)) return FEATURE_RANK + 2;
  return path.startsWith('server/') ? 0 : -1;
}

const isFeature = (path: string) => areaOf(path) !== undefined && rankOf(path) === FEATURE_RANK;

export const isStore = (path: string) => path.startsWith('server/') && /[/-]store\.ts$/.test(path);
export const isRoutes = (path: string) => path.startsWith('server/') && /[/-]routes?\.ts$/.test(path);

const production = (from: string, ...folders: string[]) => isIn(from, ...folders) && !isTestCode(from);

/** "Imports point down": docs/architecture.md, rule 2. */
const importRules: ImportRule[] = [
  {
    name: 'contract imports contract only',
    broken: (from, to) => production(from, 'contract') && !isIn(to, 'contract'),
  },
  {
    name: 'contract/rules imports rules only',
    broken: (from, to) => production(from, 'contract/rules') && !isIn(to, 'contract/rules'),
  },
  {
    name: 'web imports contract and web only',
    broken: (from, to) => production(from, 'web') && !isIn(to, 'web', 'contract'),
  },
  {
    name: 'web imports of contract, outside of the rules, types only (schemas stay off the phone)',
    broken: (from, to, typeOnly) =>
      production(from, 'web') && isIn(to, 'contract') && !isIn(to, 'contract/rules') && !typeOnly,
  },
  {
    name: 'web/ui imports web/ui and the languages only',
    broken: (from, to) =>
      production(from, 'web/ui') && !isIn(to, 'web/ui', 'web/languages') && to !== 'contract/rules/languages.ts',
  },
  {
    name: 'server imports nothing of web, tools or tests',
    broken: (from, to) => production(from, 'server') && (isIn(to, 'web', 'tools', 'e2e', 'bench') || isTestCode(to)),
  },
  {
    name: 'kernel imports contract and kernel only, but for the type of the clock',
    broken: (from, to, typeOnly) =>
      production(from, 'server/platform/kernel') &&
      !isIn(to, 'contract', 'server/platform/kernel') &&
      !(typeOnly && to === 'server/clock.ts'),
  },
  {
    name: "server judges strangers' words by server/platform/kernel/strangers-words.ts, which knows every end of addresses",
    broken: (from, to, typeOnly) =>
      production(from, 'server') &&
      to === 'contract/rules/strangers-words.ts' &&
      from !== 'server/platform/kernel/strangers-words.ts' &&
      !typeOnly,
  },
  {
    name: 'database imports contract, kernel and database only',
    broken: (from, to) =>
      production(from, 'server/platform/database') &&
      !isIn(to, 'contract', 'server/platform/kernel', 'server/platform/database'),
  },
  {
    name: 'kernel <- database <- http, jobs <- integrations, pictures <- features <- commands <- composition root',
    broken: (from, to, typeOnly) => {
      if (!production(from, 'server') || typeOnly || !isIn(to, 'server') || GROUND.includes(from)) return false;
      return rankOf(to) > rankOf(from);
    },
  },
  {
    name: 'http, jobs, integrations and pictures name no type of a feature',
    broken: (from, to, typeOnly) =>
      production(from, 'server') &&
      areaOf(from) !== undefined &&
      rankOf(from) < FEATURE_RANK &&
      typeOnly &&
      isFeature(to),
  },
  {
    name: "a feature imports another feature's use cases and rules, never its store or routes",
    broken: (from, to) =>
      isFeature(from) &&
      !isTestCode(from) &&
      isFeature(to) &&
      areaOf(from) !== areaOf(to) &&
      (isStore(to) || isRoutes(to)),
  },
  {
    name: 'commands and routes call use cases, never a store',
    broken: (from, to, typeOnly) =>
      production(from, 'server') &&
      (isRoutes(from) || areaOf(from) === 'commands') &&
      !PROVIDER_COMMANDS.includes(from) &&
      isStore(to) &&
      !typeOnly,
  },
  {
    name: 'providers are known to the composition root, their settings to the settings; features see the port',
    broken: (from, to) => {
      if (!isIn(to, 'server/integrations') || isTestCode(from)) return false;
      if ([...COMPOSITION_ROOT, ...PROVIDER_COMMANDS].includes(from)) return false;
      if (from === 'server/settings.ts') return !/settings\.ts$/.test(to);
      const integration = to.split('/').slice(0, 3).join('/');
      // service/ is what every provider stands on: time limits, retries, the circuit breaker.
      const shared = isIn(to, 'server/integrations/service') && isIn(from, 'server/integrations');
      return !shared && !isIn(from, integration) && !to.endsWith('/port.ts');
    },
  },
];

/** Every import that breaks a rule, as "from -> to: rule". */
export function brokenImports(files: SourceFile[], rules: ImportRule[] = importRules): string[] {
  return files.flatMap(({ path, imports }) =>
    imports.flatMap(({ target, typeOnly }) => {
      if (target === undefined) return [];
      const broken = rules.filter((rule) => rule.broken(path, target, typeOnly));
      return broken.map((rule) => `${path} -> ${target}: ${rule.name}`);
    }),
  );
}
