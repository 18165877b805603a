import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { postgresPrograms } from '#test/support/postgres-pair.ts';

/** Where Debian puts them: not every PATH has /usr/sbin. */
const FOLDERS = [...(process.env.PATH ?? '').split(':'), '/usr/bin', '/usr/sbin'];
const PACKAGES = { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy', pgbouncer: 'pgbouncer' } as const;

/** By their names, where they are; `postgres` is the folder of a server's programs. */
export type Programs = Record<keyof typeof PACKAGES | 'postgres', string>;

/** The programs that a failover needs, or a sentence that says which packages of Debian have those that are missing. */
export function failoverPrograms(): { programs: Programs } | { missing: string } {
  const found = Object.keys(PACKAGES).map((name) => [
    name,
    FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path)),
  ]);
  const programs = Object.fromEntries([...found, ['postgres', postgresPrograms()]]);
  const missing = Object.entries({ ...PACKAGES, postgres: 'postgresql' }).flatMap(([name, debian]) =>
    programs[name] === undefined ? [debian] : [],
  );
  if (missing.length === 0) return { programs };
  return {
    missing: `Some programs are not on this machine: install them, on Debian with apt-get install ${missing.join(' ')}.`,
  };
}

/** 'HAProxy version 2.6.12-1+deb12u4 2026/03/01 ...' and the like: the first line each says of itself. */
export function versionsOf({ postgres, ...others }: Programs): Record<string, string> {
  const asked = Object.entries({ ...others, postgres: join(postgres, 'postgres') });
  return Object.fromEntries(
    asked.map(([name, path]) => {
      const { stdout } = spawnSync(path, [name === 'haproxy' ? '-v' : '--version'], { encoding: 'utf8' });
      return [name, /\d+\.[\w.+-]+/.exec(stdout)?.[0] ?? '?'];
    }),
  );
}
