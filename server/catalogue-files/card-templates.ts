import type { SqlRunner } from '../database/database.ts';

/** A gift card is bought with a picture message, and no file brings any: a shop that has none gets the house's. */
export async function addCardTemplates(run: SqlRunner, file: number): Promise<void> {
  const { rows } = await run.query(
    `select exists (select from import_products where file = $1 and is_giftcard and product_id is null)
      and not exists (select from templates) as needed`,
    [file],
  );
  if (!rows[0].needed) return;
  // Drawn only now: most imports have no use for it.
  const [{ pictureRow }, { templates }] = await Promise.all([
    import('#db/seed/load.ts'),
    import('#db/seed/templates.ts'),
  ]);
  await run.query(
    `insert into pictures (id, mime, source, width, height, ground, version)
      select id, mime, source, width, height, ground, version from jsonb_populate_recordset(null::pictures, $1::text::jsonb)
      on conflict (id) do nothing`,
    [JSON.stringify(templates.map(({ art }) => pictureRow(art)))],
  );
  await run.query(
    `insert into templates (mms_template_id, name, picture_id, layout)
      select w.key, w.name, w.art, w.layout from jsonb_to_recordset($1::text::jsonb) as w(key text, name text, art text, layout jsonb)`,
    [JSON.stringify(templates)],
  );
}
