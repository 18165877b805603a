import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgresPrograms } from '#test/support/postgres-pair.ts';

/** Debian installs some programs in /usr/sbin, which is not in every PATH. */
const FOLDERS = [...(process.env.PATH ?? '').split(':'), '/usr/bin', '/usr/sbin'];
const PACKAGES = { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy', pgbouncer: 'pgbouncer' } as const;

export type Programs = Record<keyof typeof PACKAGES | 'postgres', string>;

export function findFailoverPrograms(): { programs: Programs } | { missing: string } {
  const found = Object.keys(PACKAGES).map((name) => [
    name,
    FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path)),
  ]);
  const programs = Object.fromEntries([...found, ['postgres', findPostgresPrograms()]]);
  const missing = Object.entries({ ...PACKAGES, postgres: 'postgresql' }).flatMap(([name, debian]) =>
    programs[name] === undefined ? [debian] : [],
  );
  if (missing.length === 0) return { programs };
  return {
    missing: `Some programs are missing. Install them; on Debian, run: apt-get install ${missing.join(' ')}`,
  };
}

export function readProgramVersions({ postgres, ...otherPrograms }: Programs): Record<string, string> {
  const paths = Object.entries({ ...otherPrograms, postgres: join(postgres, 'postgres') });
  return Object.fromEntries(
    paths.map(([name, path]) => {
      const { stdout } = spawnSync(path, [name === 'haproxy' ? '-v' : '--version'], { encoding: 'utf8' });
      return [name, /\d+\.[\w.+-]+/.exec(stdout)?.[0] ?? '?'];
    }),
  );
}
