import { type SQL, sql } from 'drizzle-orm';

/** A picture as the contract shows it, read in SQL from the row of `pictures` behind the alias. */
export function pictureJson(alias: SQL): SQL {
  return sql`jsonb_build_object('id', ${alias}.id, 'version', ${alias}.version, 'width', ${alias}.width,
    'height', ${alias}.height, 'ground', ${alias}.ground)`;
}
