import { z } from 'zod';
import type { SqlRunner } from '../../database/database.ts';
import { rows } from '../../database/rows.ts';
import { type BreachRow, breachRow, type Check } from './staging-checks-sql.ts';

type Report = (check: Check, row: BreachRow) => void;
type Checking = { report: Report; skipWrong: boolean };

const finding = z.object({ id: z.int(), finding: breachRow });
const A_PAGE = 1_000;

/**
 * Runs checks and reports every row they find, however many. With `skipWrong` those rows are taken out, and the checks
 * run again until nothing is wrong: what is left may have lost what it needs.
 */
export async function runChecks(
  run: SqlRunner,
  checks: readonly Check[],
  { report, skipWrong }: Checking,
): Promise<void> {
  for (let pass = 1; ; pass += 1) {
    await run.query('delete from import_findings');
    let found = 0;
    for (const check of checks) found += await runCheck(run, check, { pass, report });
    if (found === 0 || !skipWrong) return;
    await dropFindings(run);
  }
}

async function runCheck(
  run: SqlRunner,
  check: Check,
  { pass, report }: { pass: number; report: Report },
): Promise<number> {
  let after = await lastFinding(run);
  await run.query(
    `insert into import_findings (pass, file, line, finding)
      select $1, file, line, to_jsonb(error) from (${check.sql}) error order by file, line`,
    [pass],
  );
  let found = 0;
  for (;;) {
    const params = [after];
    const sql = `select id, finding from import_findings where id > $1 order by id limit ${A_PAGE}`;
    const page = await rows(run, finding, { sql, params });
    for (const row of page) report(check, row.finding);
    found += page.length;
    after = page.at(-1)?.id ?? after;
    if (page.length < A_PAGE) return found;
  }
}

async function lastFinding(run: SqlRunner): Promise<number> {
  const sql = 'select coalesce(max(id), 0) as id from import_findings';
  const [last] = await rows(run, z.object({ id: z.int() }), { sql, params: [] });
  return last?.id ?? 0;
}

/** Takes out all that was read at the places found, and the variants of products that are gone. */
async function dropFindings(run: SqlRunner): Promise<void> {
  await run.exec(`
delete from import_products p where exists (select from import_findings f where (f.file, f.line) = (p.file, p.line));
delete from import_variants v where exists (select from import_findings f where (f.file, f.line) = (v.file, v.line));
delete from import_links l where exists (select from import_findings f where (f.file, f.line) = (l.file, l.line));
delete from import_variants v where v.product_sku <> v.sku and not v.keeps_choice
  and not exists (select from import_products p where p.sku = v.product_sku)
  and not exists (select from import_links l where l.child_sku = v.sku);`);
}

/** The same for variants alone, after they were reported: their products are loaded without them. */
export async function leaveOutVariants(run: SqlRunner, checks: readonly Check[], report: Report): Promise<void> {
  await runChecks(run, checks, { report, skipWrong: false });
  await run.exec(`
delete from import_variants v using import_findings f where f.finding ->> 'sku' = v.sku;
delete from import_links l using import_findings f where f.finding ->> 'sku' = l.child_sku;`);
}

/** The same for links: variants that several products name. */
export async function leaveOutLinks(run: SqlRunner, checks: readonly Check[], report: Report): Promise<void> {
  await runChecks(run, checks, { report, skipWrong: false });
  await run.exec(`update import_links l set dead = true from import_findings f where (f.finding ->> 'id')::int = l.id`);
}
