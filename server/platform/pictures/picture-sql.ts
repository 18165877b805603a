import { type SQL, sql } from 'drizzle-orm';

export function pictureJson(alias: SQL): SQL {
  return sql`jsonb_build_object('id', ${alias}.id, 'version', ${alias}.version, 'width', ${alias}.width,
    'height', ${alias}.height, 'ground', ${alias}.ground)`;
}
