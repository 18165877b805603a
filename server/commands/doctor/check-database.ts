import { statSync } from 'node:fs';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { readApplied } from '#server/platform/database/migrations/apply.ts';
import { newerMigrations, pendingMigrations } from '#server/platform/database/migrations/migrate.ts';
import { isOperatorError } from '#server/platform/kernel/operator-error.ts';
import { counted } from '#server/platform/kernel/plain-texts.ts';
import { readServerState, readStrongRoles, type StrongRole } from './doctor-store.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

const MAX_CLOCK_DIFFERENCE_MS = 2_000;
/** Spare connections for a migration, a tool and a backup. */
const SPARE_CONNECTIONS = 5;

type Checked = { clock: Clock; hasOwner: boolean; production: boolean };
type State = Awaited<ReturnType<typeof readServerState>>;

/** `hasOwner`: another database role owns the tables. */
export async function checkServer(
  { kind, orm }: Database,
  { clock, hasOwner, production }: Checked,
): Promise<Finding[]> {
  const state = await readServerState(orm);
  const apart = Math.abs(state.now.getTime() - clock.onMachine(clock.now()).getTime());
  const found = [
    ok(`The ${kind === 'embedded' ? 'embedded database' : 'database'} answers (PostgreSQL ${state.version}).`),
    apart > MAX_CLOCK_DIFFERENCE_MS
      ? wrong(`The clocks of database and machine are ${(apart / 1_000).toFixed(1)} s apart. Set both by NTP.`)
      : ok('The clocks of database and machine agree.'),
  ];
  if (kind === 'embedded') return found;
  const rights = [
    state.readOnly ? wrong('The database is read only: a standby? Set DATABASE_URL to the primary.') : null,
    ...(hasOwner ? rightsTooMany(state) : rightsTooFew(state)),
    state.hasTrigrams ? null : wrong('The extension pg_trgm is missing. Run CREATE EXTENSION pg_trgm in the database.'),
    state.most - state.connections < SPARE_CONNECTIONS
      ? wrong(`${state.connections} of ${state.most} connections are taken. Raise max_connections, or close some.`)
      : null,
  ].filter((finding) => finding !== null);
  const needed = rights.length > 0 ? rights : [ok('The role of DATABASE_URL has the rights it needs.')];
  const strong = (await readStrongRoles(orm)).map(sentenceOf).map(production ? wrong : note);
  return [...found, ...needed, ...strong];
}

/** An attacker who takes over the shop gains the rights of its database role. */
function sentenceOf({ name, isSuperuser, bypassesPolicies, makesRoles }: StrongRole): string {
  const may = isSuperuser
    ? 'is a superuser of PostgreSQL'
    : makesRoles
      ? 'may make roles'
      : bypassesPolicies
        ? 'may bypass policies of rows'
        : 'may read files or start programs on the server of PostgreSQL';
  return `The role "${name}" ${may}, which no shop needs. Give the shop roles without. See docs/how-to/deploy.md.`;
}

function rightsTooFew({ mayCreate, foreignTables }: State): Finding[] {
  const create =
    'The role of DATABASE_URL may not create tables: GRANT CREATE on the database and on schema public to it.';
  const subject = counted(foreignTables, 'table belongs', 'tables belong');
  const foreign = `${subject} to another role. Run REASSIGN OWNED, or set DATABASE_URL to that role.`;
  return [...(mayCreate ? [] : [wrong(create)]), ...(foreignTables > 0 ? [wrong(foreign)] : [])];
}

function rightsTooMany({ mayCreate, foreignTables, tables }: State): Finding[] {
  const sentence =
    'The role of DATABASE_URL may change tables, though they have an owner (DATABASE_OWNER_URL). Run REASSIGN OWNED to ' +
    'the owner, and take CREATE on the database and on schema public from the role.';
  return mayCreate || foreignTables < tables ? [wrong(sentence)] : [];
}

/** `isWhole`: all known migrations are applied. */
export async function checkMigrations(database: Database): Promise<{ isWhole: boolean; findings: Finding[] }> {
  try {
    const applied = await database.exclusive(readApplied);
    if (applied === null)
      return { isWhole: false, findings: [wrong('The database is empty. npm start makes a shop in it.')] };
    const pending = pendingMigrations(applied);
    const [newer] = newerMigrations(applied);
    if (newer) {
      const sentence = `A newer release has migrated the database (${newer}); this one works on it beside that.`;
      return { isWhole: true, findings: [note(sentence)] };
    }
    if (pending.length === 0) return { isWhole: true, findings: [ok('The tables are those of this release.')] };
    const subject = counted(pending.length, 'migration is', 'migrations are');
    const sentence = `${subject} to come (${pending[0]} first): the next start applies everything.`;
    return { isWhole: false, findings: [note(sentence)] };
  } catch (error) {
    if (!isOperatorError(error)) throw error;
    return { isWhole: false, findings: [wrong(error.message)] };
  }
}

export function checkLeftCopy(folder: string): Finding[] {
  const isThere = statSync(folder, { throwIfNoEntry: false }) !== undefined;
  return isThere
    ? [note(`${folder} is the copy of a backup under way, or was left by one: the next backup removes it.`)]
    : [];
}
