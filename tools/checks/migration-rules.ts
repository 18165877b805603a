/**
 * Statements that migrations must not contain, because they would block a running shop or break the previous release.
 */
const RULES: { pattern: RegExp; unless?: RegExp; mayBreak?: boolean; says: string }[] = [
  {
    pattern: /\bdrop (table|column|view|function|type)\b|\brename\b|\balter column \S+ (set data )?type\b/,
    mayBreak: true,
    says: 'removes what the previous release uses: do it in the next release, or add "-- Breaks the previous release: why"',
  },
  {
    pattern: /\balter column \S+ set not null\b|\badd column .* not null\b/,
    unless: /\bdefault\b|\bgenerated\b/,
    mayBreak: true,
    says: 'rejects rows that the previous release writes: give the column a default',
  },
  {
    pattern: /^create (unique )?index\b/,
    unless: /\bconcurrently if not exists\b/,
    says: 'blocks writes: use create index concurrently if not exists, in its own file',
  },
  {
    pattern: /\badd constraint\b.*\b(check|foreign key)\b/,
    unless: /\bnot valid$/,
    says: 'scans the table under a lock: add the constraint not valid, and validate it in the next file',
  },
  {
    pattern: /\badd constraint (?!\S+ unique using index\b).*\b(unique|primary key|exclude)\b/,
    says: 'builds an index under a lock: create a unique index concurrently, then add the constraint using it',
  },
];

/**
 * Returns the errors in a migration. The comment `-- Breaks the previous release: why` permits statements that break
 * only that release.
 */
export function migrationErrors({ name, sql }: { name: string; sql: string }): string[] {
  const breaks = /^-- Breaks the previous release: \S/m.test(sql);
  const statements = splitStatements(sql);
  const createdTables = new Set(
    statements.flatMap((statement) => /^create table (?:if not exists )?(\S+)/.exec(statement)?.[1] ?? []),
  );
  const found = statements
    .filter((statement) => !createdTables.has(parseTable(statement) ?? ''))
    .flatMap((statement) => {
      const broken = RULES.find(({ pattern, unless }) => pattern.test(statement) && !unless?.test(statement));
      return broken && !(broken.mayBreak && breaks) ? [`${name}: '${statement.slice(0, 70)}' ${broken.says}`] : [];
    });
  const concurrently = statements.filter((statement) => statement.includes('concurrently')).length;
  const together = concurrently > 0 && statements.length > 1;
  return together ? [...found, `${name}: create index concurrently needs its own file`] : found;
}

function splitStatements(sql: string): string[] {
  const bare = sql.replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''").replace(/--.*$/gm, '');
  return bare
    .split(';')
    .map((statement) => statement.replaceAll('"', '').replace(/\s+/g, ' ').trim().toLowerCase())
    .filter((statement) => statement !== '');
}

const parseTable = (statement: string): string | undefined =>
  /^(?:alter table (?:if exists )?(?:only )?|create (?:unique )?index .*? on )([\w.]+)/.exec(statement)?.[1];
