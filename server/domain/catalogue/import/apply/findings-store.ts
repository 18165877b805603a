import { z } from 'zod';
import type { SqlConnection } from '#server/platform/database/database.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import { runInChunks, transactChunks } from './chunks-store.ts';
import { type BreachRow, breachRow, type Check } from './staging-checks-sql.ts';

type Report = (check: Check, row: BreachRow) => void;
type Checking = { report: Report; skipWrong: boolean };

const finding = z.object({ id: z.int(), file: z.int(), line: z.int(), finding: breachRow });
const A_PAGE = 1_000;

/**
 * Reports all findings and returns the number found in the last run. `skipWrong` drops invalid rows and checks again,
 * because other rows may depend on them.
 */
export async function runChecks(
  run: SqlConnection,
  checks: readonly Check[],
  { report, skipWrong }: Checking,
): Promise<number> {
  for (;;) {
    await run.query('delete from import_findings');
    let found = 0;
    for (const [turn, check] of checks.entries()) found += await runCheck(run, check, { turn, report });
    if (found === 0 || !skipWrong) return found;
    await dropFindings(run);
  }
}

async function runCheck(
  run: SqlConnection,
  check: Check,
  { turn, report }: { turn: number; report: Report },
): Promise<number> {
  const find = `insert into import_findings (turn, file, line, finding)
    select $3, file, line, to_jsonb(error) from (${check.sql}) error`;
  await transactChunks(
    run,
    { source: check.source },
    async (tx, { first, last }) => void (await tx.query(find, [first, last, turn])),
  );
  let last = { file: 0, line: 0, id: 0 };
  for (let found = 0; ; ) {
    const params = [turn, last.file, last.line, last.id];
    const sql = `select id, file, line, finding from import_findings where turn = $1 and (file, line, id) > ($2, $3, $4)
      order by file, line, id limit ${A_PAGE}`;
    const page = await queryRows(run, finding, { sql, params });
    for (const row of page) report(check, row.finding);
    found += page.length;
    last = page.at(-1) ?? last;
    if (page.length < A_PAGE) return found;
  }
}

async function dropFindings(run: SqlConnection): Promise<void> {
  for (const kind of ['products', 'variants', 'links'] as const)
    await runInChunks(
      run,
      kind,
      `delete from import_${kind} t where t.id between $1 and $2
        and exists (select from import_findings f where (f.file, f.line) = (t.file, t.line))`,
    );
  await runInChunks(
    run,
    'variants',
    `delete from import_variants v where v.id between $1 and $2 and v.product_sku <> v.sku and not v.keeps_choice
      and not exists (select from import_products p where p.sku = v.product_sku)
      and not exists (select from import_links l where l.child_sku = v.sku)`,
  );
}

/**
 * Drops variants with findings, but not their products. Repeats the checks, because an existing variant that keeps its
 * choice may block another variant.
 */
export async function leaveOutVariants(run: SqlConnection, checks: readonly Check[], report: Report): Promise<void> {
  while ((await runChecks(run, checks, { report, skipWrong: false })) > 0)
    await runInChunks(
      run,
      'findings',
      `delete from import_variants v using import_findings f where f.id between $1 and $2 and f.finding ->> 'sku' = v.sku`,
      `delete from import_links l using import_findings f where f.id between $1 and $2 and f.finding ->> 'sku' = l.child_sku`,
    );
}

export async function leaveOutLinks(run: SqlConnection, checks: readonly Check[], report: Report): Promise<void> {
  await runChecks(run, checks, { report, skipWrong: false });
  await runInChunks(
    run,
    'findings',
    `update import_links l set dead = true from import_findings f
      where f.id between $1 and $2 and (f.finding ->> 'id')::int = l.id`,
  );
}
