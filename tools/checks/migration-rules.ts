/** Statements that would block a running shop or break the previous release. */
const RULES: { pattern: RegExp; unless?: RegExp; mayBreak?: boolean; says: string }[] = [
  {
    pattern: /\bdrop (table|column|view|function|type)\b|\brename\b|\balter column \S+ (set data )?type\b/,
    mayBreak: true,
    says: 'takes away what the release before uses: leave it for the next release, or say why nobody does',
  },
  {
    pattern: /\balter column \S+ set not null\b|\badd column .* not null\b/,
    unless: /\bdefault\b|\bgenerated\b/,
    mayBreak: true,
    says: 'refuses rows that the release before writes: give the column a default',
  },
  {
    pattern: /^create (unique )?index\b/,
    unless: /\bconcurrently if not exists\b/,
    says: 'keeps writers waiting: create index concurrently if not exists, in a file of its own',
  },
  {
    pattern: /\badd constraint\b.*\b(check|foreign key)\b/,
    unless: /\bnot valid$/,
    says: 'reads the table with everybody waiting: add it not valid, and validate it in the next file',
  },
  {
    pattern: /\badd constraint (?!\S+ unique using index\b).*\b(unique|primary key|exclude)\b/,
    says: 'builds an index with everybody waiting: make a unique index concurrently, and the constraint using it',
  },
];

/** The comment `-- Breaks the previous release: why` permits statements that break only that release. */
export function migrationTrouble({ name, sql }: { name: string; sql: string }): string[] {
  const breaks = /^-- Breaks the previous release: \S/m.test(sql);
  const statements = statementsOf(sql);
  const createdTables = new Set(
    statements.flatMap((statement) => /^create table (?:if not exists )?(\S+)/.exec(statement)?.[1] ?? []),
  );
  const found = statements
    .filter((statement) => !createdTables.has(tableOf(statement) ?? ''))
    .flatMap((statement) => {
      const broken = RULES.find(({ pattern, unless }) => pattern.test(statement) && !unless?.test(statement));
      return broken && !(broken.mayBreak && breaks) ? [`${name}: '${statement.slice(0, 70)}' ${broken.says}`] : [];
    });
  const concurrently = statements.filter((statement) => statement.includes('concurrently')).length;
  const together = concurrently > 0 && statements.length > 1;
  return together ? [...found, `${name}: an index that is made concurrently needs a file of its own`] : found;
}

/** Lower-cases the SQL and removes identifier quotes, comments and function bodies. */
function statementsOf(sql: string): string[] {
  const bare = sql.replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''").replace(/--.*$/gm, '');
  return bare
    .split(';')
    .map((statement) => statement.replaceAll('"', '').replace(/\s+/g, ' ').trim().toLowerCase())
    .filter((statement) => statement !== '');
}

const tableOf = (statement: string): string | undefined =>
  /^(?:alter table (?:if exists )?(?:only )?|create (?:unique )?index .*? on )([\w.]+)/.exec(statement)?.[1];
