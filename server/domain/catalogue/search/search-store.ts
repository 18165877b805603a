import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { picture } from '#contract/shapes/product.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import { pictureJson } from '#server/platform/pictures/picture-sql.ts';
import { begins, sellerMatchCondition, wordRows } from './matches-sql.ts';

/** Low, because 'plnat' and 'plant' share only two of ten trigrams. */
const ALIKE = sql.raw('0.15');
const MAX_CANDIDATES = 40;
const MAX_CORRECTED = 3;
/** Compares letters, because three-letter words with a swap hardly share trigrams. */
const letterSwapCondition = (word: SQL, other: SQL): SQL => sql`(length(${word}) = 3 and left(${other}, 3) in (
  substr(${word}, 2, 1) || left(${word}, 1) || right(${word}, 1),
  left(${word}, 1) || right(${word}, 1) || substr(${word}, 2, 1)))`;

/** Only the first few unknown words get candidates, because a search of only unknown words is no typing mistake. */
const typedWord = z.object({ word: z.string(), known: z.boolean(), candidates: z.array(z.string()) });
export type TypedWord = z.output<typeof typedWord>;

export function findTypedWords(handle: Handle, words: readonly string[]): Promise<TypedWord[]> {
  return queryRows(
    handle,
    typedWord,
    sql`with ${wordRows(words)}, typed as materialized (select w.*, exists (select from search_vocabulary v where ${begins})
          or exists (select from sellers s where ${sellerMatchCondition(sql`w.stem`)}) as known
        from words w),
      mistyped as (select ord, word from typed where not known order by ord limit ${MAX_CORRECTED})
      select t.word, t.known, coalesce((select jsonb_agg(near.word) from (
          select v.word from mistyped m join search_vocabulary v
            on similarity(m.word, v.word) >= ${ALIKE} or ${letterSwapCondition(sql`m.word`, sql`v.word`)}
          where m.ord = t.ord
          order by ${letterSwapCondition(sql`m.word`, sql`v.word`)} desc, similarity(m.word, v.word) desc, v.word limit ${MAX_CANDIDATES}) near), '[]') as candidates
      from typed t order by t.ord`,
  );
}

const sellerHit = z.object({ name: z.string(), shop_url: z.string(), logo: picture });
export type SellerHit = z.output<typeof sellerHit>;
const categoryHit = z.object({ entity_id: z.int(), value: z.string(), above: z.string() });
export type CategoryHit = z.output<typeof categoryHit>;

export function searchSellers(handle: Handle, words: readonly string[], limit: number): Promise<SellerHit[]> {
  return queryRows(
    handle,
    sellerHit,
    sql`with ${wordRows(words)} select s.name, s.shop_url, ${pictureJson(sql`logo`)} as logo
      from sellers s join pictures logo on logo.id = s.logo
      where (select bool_and(${sellerMatchCondition(sql`w.stem`)}) from words w) order by s.name, s.id limit ${limit}`,
  );
}

export function searchCategories(handle: Handle, words: readonly string[], limit: number): Promise<CategoryHit[]> {
  return queryRows(
    handle,
    categoryHit,
    sql`with ${wordRows(words)} select c.entity_id, c.name as value, coalesce(up.name, '') as above
      from categories c left join categories up on up.entity_id = c.parent_id
      where (select bool_and(c.search_name like '% ' || w.stem || '%') from words w) order by c.level, c.position, c.entity_id limit ${limit}`,
  );
}
