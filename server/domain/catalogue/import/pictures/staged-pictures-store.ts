import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { SqlConnection, SqlRunner } from '#server/platform/database/database.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import { runInChunks } from '../apply/chunks-store.ts';
import type { PreparedPicture } from './prepare-picture.ts';

const waiting = z.object({ reference: z.string(), file: z.int(), line: z.int(), uses: z.int() });
export type Waiting = z.output<typeof waiting>;

export async function stageReferences(run: SqlConnection): Promise<number> {
  await runInChunks(
    run,
    'products',
    `insert into import_pictures (reference, file, line, uses)
    select reference, (array_agg(p.file order by p.id))[1], (array_agg(p.line order by p.id))[1], count(*)
    from import_products p, jsonb_array_elements_text(p.pictures) named (reference)
    where p.id between $1 and $2 and p.pictures is not null group by reference
    on conflict (reference) do update set uses = import_pictures.uses + excluded.uses`,
  );
  const [staged] = await queryRows(run, z.object({ n: z.int() }), sql`select count(*)::int as n from import_pictures`);
  return staged?.n ?? 0;
}

export async function listNextReferences(
  run: SqlRunner,
  { after, limit }: { after: string; limit: number },
): Promise<Waiting[]> {
  return queryRows(
    run,
    waiting,
    sql`select reference, file, line, uses from import_pictures where reference > ${after} order by reference limit ${limit}`,
  );
}

export async function isKnown(run: SqlRunner, id: string): Promise<boolean> {
  return (await run.query('select 1 from pictures where id = $1', [id])).rows.length > 0;
}

/** Stores the picture of a reference. Omit `picture` if the shop already has it. */
export async function recordPicture(
  run: SqlRunner,
  { reference, id, picture }: { reference: string; id: string; picture?: PreparedPicture },
): Promise<void> {
  const values = picture
    ? [picture.mime, picture.source, picture.width, picture.height, picture.ground, picture.version]
    : Array(6).fill(null);
  await run.query(
    `update import_pictures set picture_id = $2, mime = $3, source = $4, width = $5, height = $6, ground = $7, version = $8
      where reference = $1`,
    [reference, id, ...values],
  );
}
