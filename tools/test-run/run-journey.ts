import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const root = join(import.meta.dirname, '../..');

type Journey = { name: string; project: string; file: string; usual: Record<string, string> };

/** Passes options as environment variables: --seed 12 becomes CHAOS_SEED=12. */
export function runJourney({ name, project, file, usual }: Journey): void {
  const options = Object.fromEntries(
    Object.entries(usual).map(([option, value]) => [option, { type: 'string' as const, default: value }]),
  );
  const { values } = parseArgs({ options });
  for (const [option, value] of Object.entries(values)) {
    if (/^[1-9]\d{0,8}$/.test(String(value))) continue;
    console.error(`--${option} takes a whole number such as ${usual[option]}, not "${value}".`);
    process.exit(1);
  }
  const env = Object.fromEntries(
    Object.entries(values).map(([option, value]) => [`${name}_${option}`.toUpperCase(), String(value)]),
  );
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', `--project=${project}`, file],
    { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } },
  );
  process.exitCode = status ?? 1;
}
