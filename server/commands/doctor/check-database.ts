import { statSync } from 'node:fs';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { readApplied } from '#server/platform/database/migrations/apply.ts';
import { listNewerMigrations, listPendingMigrations } from '#server/platform/database/migrations/migrate.ts';
import { isOperatorError } from '#server/platform/kernel/operator-error.ts';
import { formatCount } from '#server/platform/kernel/plain-texts.ts';
import { readServerState, readStrongRoles, type StrongRole } from './doctor-store.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

const MAX_CLOCK_DIFFERENCE_MS = 2_000;
/** Connections to keep free for a migration, a tool and a backup. */
const SPARE_CONNECTIONS = 5;

type Checked = { clock: Clock; hasOwner: boolean; production: boolean };
type State = Awaited<ReturnType<typeof readServerState>>;

export async function checkServer(
  { kind, orm }: Database,
  { clock, hasOwner, production }: Checked,
): Promise<Finding[]> {
  const state = await readServerState(orm);
  const apart = Math.abs(state.now.getTime() - clock.onMachine(clock.now()).getTime());
  const found = [
    ok(`The ${kind === 'embedded' ? 'embedded database' : 'database'} answers (PostgreSQL ${state.version}).`),
    apart > MAX_CLOCK_DIFFERENCE_MS
      ? wrong(
          `The clocks of the database and of this machine differ by ${(apart / 1_000).toFixed(1)} s. Synchronise both with NTP.`,
        )
      : ok('The clocks of the database and of this machine agree.'),
  ];
  if (kind === 'embedded') return found;
  const rights = [
    state.readOnly ? wrong('The database is read-only and may be a standby. Set DATABASE_URL to the primary.') : null,
    ...(hasOwner ? findExcessRights(state) : findMissingRights(state)),
    state.hasTrigrams ? null : wrong('The extension pg_trgm is missing. Run CREATE EXTENSION pg_trgm in the database.'),
    state.most - state.connections < SPARE_CONNECTIONS
      ? wrong(
          `${state.connections} of ${state.most} connections are in use. Raise max_connections or close some connections.`,
        )
      : null,
  ].filter((finding) => finding !== null);
  const needed = rights.length > 0 ? rights : [ok('The role of DATABASE_URL has the rights it needs.')];
  const strong = (await readStrongRoles(orm)).map(describeStrongRole).map(production ? wrong : note);
  return [...found, ...needed, ...strong];
}

/** An attacker who takes over the shop gains the rights of its database role. */
function describeStrongRole({ name, isSuperuser, bypassesPolicies, makesRoles }: StrongRole): string {
  const may = isSuperuser
    ? 'is a PostgreSQL superuser'
    : makesRoles
      ? 'may create roles'
      : bypassesPolicies
        ? 'may bypass row-level security'
        : 'may read files or run programs on the PostgreSQL server';
  return `The role "${name}" ${may}. The shop does not need this right: use roles without it. See docs/how-to/deploy.md.`;
}

function findMissingRights({ mayCreate, foreignTables }: State): Finding[] {
  const create =
    'The role of DATABASE_URL cannot create tables. Grant it CREATE on the database and on the schema public.';
  const subject = formatCount(foreignTables, 'table belongs', 'tables belong');
  const foreign = `${subject} to another role. Run REASSIGN OWNED, or set DATABASE_URL to that role.`;
  return [...(mayCreate ? [] : [wrong(create)]), ...(foreignTables > 0 ? [wrong(foreign)] : [])];
}

function findExcessRights({ mayCreate, foreignTables, tables }: State): Finding[] {
  const sentence =
    'The role of DATABASE_URL may change tables, although DATABASE_OWNER_URL names their owner. Run REASSIGN OWNED to ' +
    'the owner, and revoke CREATE on the database and on the schema public from the role of DATABASE_URL.';
  return mayCreate || foreignTables < tables ? [wrong(sentence)] : [];
}

export async function checkMigrations(database: Database): Promise<{ isWhole: boolean; findings: Finding[] }> {
  try {
    const applied = await database.exclusive(readApplied);
    if (applied === null)
      return { isWhole: false, findings: [wrong('The database is empty. Run npm start to create a shop in it.')] };
    const pending = listPendingMigrations(applied);
    const [newer] = listNewerMigrations(applied);
    if (newer) {
      const sentence = `A newer release has migrated the database (${newer}). This release works with it.`;
      return { isWhole: true, findings: [note(sentence)] };
    }
    if (pending.length === 0) return { isWhole: true, findings: [ok('The tables match this release.')] };
    const subject = formatCount(pending.length, 'migration is', 'migrations are');
    const sentence = `${subject} pending, starting with ${pending[0]}. The next start applies them.`;
    return { isWhole: false, findings: [note(sentence)] };
  } catch (error) {
    if (!isOperatorError(error)) throw error;
    return { isWhole: false, findings: [wrong(error.message)] };
  }
}

export function checkLeftCopy(folder: string): Finding[] {
  const isThere = statSync(folder, { throwIfNoEntry: false }) !== undefined;
  return isThere
    ? [note(`${folder} is a copy that a running or interrupted backup made. The next backup removes it.`)]
    : [];
}
