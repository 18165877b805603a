import { isTestCode, type SourceFile } from './source-files.ts';

export interface ImportRule {
  /** What the house says, in words */
  name: string;
  /** Whether this import breaks it; types that are erased count unless the rule says otherwise */
  broken: (from: string, to: string, typeOnly: boolean) => boolean;
}

const isIn = (path: string, ...folders: string[]) => folders.some((folder) => path.startsWith(`${folder}/`));
const room = (path: string) => /^server\/([a-z-]+)\//.exec(path)?.[1];

/** Rooms under server/ that are the floor everyone stands on, not features. */
const FLOOR = new Set(['http', 'database', 'jobs', 'outside', 'pictures', 'provider-settings']);

/** Who puts the house together, and may therefore know the providers. */
const ASSEMBLY = ['server/main.ts', 'server/world.ts', 'server/app.ts'];

/** Commands of an operator that load one provider's own data. */
const PROVIDER_COMMANDS = ['server/commands/load-places.ts'];

/** "Imports point down": docs/architecture.md, rule 2. */
export const importRules: ImportRule[] = [
  {
    name: 'contract imports nothing of ours but contract',
    broken: (from, to) => isIn(from, 'contract') && !isIn(to, 'contract'),
  },
  {
    name: 'contract/rules imports rules only',
    broken: (from, to) => isIn(from, 'contract/rules') && !isIn(to, 'contract/rules'),
  },
  {
    name: 'web imports contract and web only',
    broken: (from, to) => isIn(from, 'web') && !isTestCode(from) && !isIn(to, 'web', 'contract'),
  },
  {
    name: 'web imports of contract, outside of the rules, types only (schemas stay off the phone)',
    broken: (from, to, typeOnly) =>
      isIn(from, 'web') && !isTestCode(from) && isIn(to, 'contract') && !isIn(to, 'contract/rules') && !typeOnly,
  },
  {
    name: 'web/ui imports web/ui and the languages only',
    broken: (from, to) => isIn(from, 'web/ui') && !isIn(to, 'web/ui', 'web/languages'),
  },
  {
    name: 'server imports nothing of web, tools or tests',
    broken: (from, to) =>
      isIn(from, 'server') && !isTestCode(from) && (isIn(to, 'web', 'tools', 'e2e', 'bench') || isTestCode(to)),
  },
  {
    name: "a feature imports another feature's use cases or rules, never its store or routes",
    broken: (from, to) => {
      const [own, other] = [room(from), room(to)];
      if (own === undefined || other === undefined || own === other || isTestCode(from)) return false;
      return !FLOOR.has(other) && /\/(store|routes)(-[a-z-]+)?\.ts$/.test(to);
    },
  },
  {
    name: 'the database and the outside world know no feature',
    broken: (from, to) => {
      const [own, other] = [room(from), room(to)];
      const below = own === 'database' || own === 'outside';
      return below && !isTestCode(from) && other !== undefined && !FLOOR.has(other);
    },
  },
  {
    name: 'providers in server/outside are known to the assembly and to tests only; features see the port',
    broken: (from, to) => {
      if (!isIn(to, 'server/outside') || isTestCode(from) || [...ASSEMBLY, ...PROVIDER_COMMANDS].includes(from))
        return false;
      const port = to.split('/').slice(0, 3).join('/');
      // service/ is the ground of all providers: time limits, further tries, the circuit breaker.
      const ground = isIn(to, 'server/outside/service') && isIn(from, 'server/outside');
      return !ground && !isIn(from, port) && !to.endsWith('/port.ts');
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

/** Files that import themselves in a circle, by what is left at run time; types may refer to each other. */
export function importCycles(files: SourceFile[]): string[][] {
  const next = new Map(files.map(({ path, imports }) => [path, imports.filter((one) => !one.typeOnly)]));
  const done = new Set<string>();
  const cycles: string[][] = [];
  const visit = (path: string, trail: string[]) => {
    const seen = trail.indexOf(path);
    if (seen >= 0) cycles.push([...trail.slice(seen), path]);
    if (seen >= 0 || done.has(path)) return;
    for (const { target } of next.get(path) ?? []) if (target !== undefined) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const { path } of files) visit(path, []);
  return cycles;
}
