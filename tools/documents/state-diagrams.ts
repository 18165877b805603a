import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { StateMachine } from '#server/platform/database/schema/states/state-machine.ts';

const root = join(import.meta.dirname, '../..');
const PAGES = 'docs/how-it-works';
const MACHINES = 'server/platform/database/schema/states';

async function readMachines(): Promise<{ file: string; machine: StateMachine }[]> {
  const paths = globSync('*.ts', { cwd: join(root, MACHINES) }).filter((path) => !path.endsWith('.test.ts'));
  const modules = await Promise.all(
    paths.sort().map(async (path) => {
      const parts: Record<string, unknown> = await import(join(root, MACHINES, path));
      return Object.values(parts)
        .filter(isMachine)
        .map((machine) => ({ file: basename(path, '.ts'), machine }));
    }),
  );
  return modules.flat();
}

function isMachine(value: unknown): value is StateMachine {
  return typeof value === 'object' && value !== null && 'moves' in value && 'initial' in value && 'states' in value;
}

export function formatStatesPage({ name, states, initial, moves }: StateMachine, source: string): string {
  const begins = initial.map((state) => `  [*] --> ${state}`);
  const goes = states.flatMap((state) => (moves[state] ?? []).map((next) => `  ${state} --> ${next}`));
  const ends = states.filter((state) => (moves[state] ?? []).length === 0).map((state) => `  ${state} --> [*]`);
  return [
    `# ${name.charAt(0).toUpperCase()}${name.slice(1)} states`,
    '',
    `Generated from \`${source}\` by`,
    '`node tools/documents/state-diagrams.ts`.',
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...begins,
    ...goes,
    ...ends,
    '```',
    '',
  ].join('\n');
}

export async function generateStatesPages(): Promise<Map<string, string>> {
  const machines = await readMachines();
  return new Map(
    machines.map(({ file, machine }) => {
      const alone = machines.filter((other) => other.file === file).length === 1;
      const page = alone ? file : machine.name.replaceAll(/\W+/g, '-');
      return [`${PAGES}/${page}-states.md`, formatStatesPage(machine, `${MACHINES}/${file}.ts`)] as const;
    }),
  );
}

// node tools/documents/state-diagrams.ts: redraws the diagrams of all state machines.
if (import.meta.main) {
  mkdirSync(join(root, PAGES), { recursive: true });
  for (const [path, page] of await generateStatesPages()) writeFileSync(join(root, path), page);
}
