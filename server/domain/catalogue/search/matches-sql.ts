import { type SQL, sql } from 'drizzle-orm';
import { PAGE_SIZE } from '#contract/rules/limits.ts';
import { inSearch } from '../listing/list-filters-sql.ts';
import { stemWord } from './search-words.ts';

/** A whole word in the name scores one point more than a prefix. */
const WEIGHT = {
  wholeName: sql.raw('5.0'),
  name: sql.raw('4.0'),
  seller: sql.raw('3.0'),
  category: sql.raw('2.5'),
  occasion: sql.raw('2.0'),
  colour: sql.raw('1.5'),
  text: sql.raw('1.0'),
};
/** Word length limit in search_vocabulary and product_words. */
const KEPT_LETTERS = sql.raw('64');
/** Sorts after every letter, so it ends the range of words with a prefix. */
const LAST_LETTER = '\u{10ffff}';
/** Number of newest products read per matching place if a search has several words. */
const LOOKED_AT = 250;
/** If a colour has fewer variants than this, reads all its products, not only the newest. */
const FEW = sql.raw('1000');
const newest = sql`p.created_at desc, p.id desc`;

export function wordRows(words: readonly string[]): SQL {
  const stems = words.map(stemWord);
  return sql`words as materialized (select ord, word, stem from
    unnest(${sql.param(words)}::text[], ${sql.param(stems)}::text[]) with ordinality as w (word, stem, ord))`;
}

export const begins = sql`v.word >= left(w.stem, ${KEPT_LETTERS}) and v.word < left(w.stem, ${KEPT_LETTERS}) || ${LAST_LETTER}`;

/**
 * Matches the name or the town (last part of the address), but not the street: 'lane' would match every seller in a
 * lane.
 */
export const sellerMatchCondition = (word: SQL): SQL => sql`(s.search_name like '% ' || ${word} || '%'
  or coalesce(' ' || lower(substring(s.contact_address from '[^,]*$')) like '% ' || ${word} || '%', false))`;

/** Pairs each category with its ancestors, so that 'home' finds 'Mugs and jugs'. */
const above = sql`above as (select entity_id as id, entity_id as root from categories
    union all select c.entity_id, above.root from categories c join above on c.parent_id = above.id)`;

const places = sql`places as materialized (select w.*,
    array(select s.id from sellers s where ${sellerMatchCondition(sql`w.stem`)}) as sellers,
    array(select distinct above.id from categories c join above on above.root = c.entity_id
      where c.search_name like '% ' || w.stem || '%') as categories,
    array(select t.id from templates t where search_fold(t.occasion) like '% ' || w.stem || '%') as templates,
    array(select o.value_index from option_values o
      where o.attribute_code = 'color' and o.search_name like '% ' || w.stem || '%') as colours
  from words w)`;

/** The score of the best place where the word `w` matches the product `p`; null if there is none. */
const score = sql`case when p.search_name like '% ' || w.word || ' %' then ${WEIGHT.wholeName}
    when p.search_name like '% ' || w.stem || '%' then ${WEIGHT.name}
    when p.seller_id = any(w.sellers) then ${WEIGHT.seller}
    when w.categories <> '{}' and exists (select from product_categories pc
      where pc.product_id = p.id and pc.category_id = any(w.categories)) then ${WEIGHT.category}
    when w.templates <> '{}' and exists (select from product_templates pt
      where pt.product_id = p.id and pt.template_id = any(w.templates)) then ${WEIGHT.occasion}
    when w.colours <> '{}' and exists (select from variants v
      where v.product_id = p.id and v.color = any(w.colours)) then ${WEIGHT.colour}
    when p.search_words like '% ' || w.stem || '%' then ${WEIGHT.text} end`;

type Lists = {
  /** Number of newest products to read per list of a word; null reads all. */
  limitFor: (lists: SQL) => SQL;
  /** Condition for searching places other than names (`named`). */
  others: SQL;
};

/** Yields (ord, id, created_at, score, cut), one row per matching place. `cut`: there may be more matches. */
function found({ limitFor, others }: Lists): SQL {
  const hasColour = sql`v.color = any(w.colours)`;
  /** `ordered` yields (id, created_at); `lists` is the word's number of lists. */
  const first = (
    ordered: SQL,
    lists: SQL,
  ) => sql`cross join lateral (select listed.*, count(*) over () >= ${limitFor(lists)} as cut
    from (${ordered} limit ${limitFor(lists)}) listed) x`;
  const texts = (inName: SQL, points: SQL) => sql`select w.ord, x.id, x.created_at, ${points} as score, x.cut
    from (select w.ord, w.word, v.word as begun, count(*) over (partition by w.ord) as lists
        from places w cross join lateral (select v.word from search_vocabulary v where ${begins} offset 0) v) w
      ${first(
        sql`select pw.product_id as id, pw.created_at from product_words pw
          where pw.word = w.begun and pw.in_name = ${inName} order by pw.created_at desc, pw.product_id desc`,
        sql`w.lists`,
      )}`;
  const products = (points: SQL, lists: SQL) => sql`select w.ord, x.id, x.created_at, ${points} as score, x.cut
    from places w ${lists} where ${others}`;
  const ofSellers = first(
    sql`select p.id, p.created_at from products p where p.seller_id = s.id and ${inSearch} order by ${newest}`,
    sql`cardinality(w.sellers)`,
  );
  const ofCategories = first(
    sql`select p.id, p.created_at from product_categories pc join products p on p.id = pc.product_id
      where pc.category_id = c.id and ${inSearch} order by pc.created_at desc, pc.product_id desc`,
    sql`cardinality(w.categories)`,
  );
  const ofOccasions = first(
    sql`select p.id, p.created_at from products p where w.templates <> '{}' and p.is_giftcard and ${inSearch}
        and exists (select from product_templates pt where pt.product_id = p.id and pt.template_id = any(w.templates))
      order by ${newest}`,
    sql`1`,
  );
  const ofColours = first(
    sql`select p.id, p.created_at from (
        select p.id, p.created_at from variants v join products p on p.id = v.product_id
          where coloured.few and ${hasColour} and ${inSearch}
        union (select p.id, p.created_at from products p where not coloured.few and ${inSearch}
            and exists (select from variants v where v.product_id = p.id and ${hasColour})
          order by ${newest} limit ${limitFor(sql`1`)})) p
      order by ${newest}`,
    sql`1`,
  );
  return sql`named as materialized (
      ${texts(sql`true`, sql`case w.begun when left(w.word, ${KEPT_LETTERS}) then ${WEIGHT.wholeName} else ${WEIGHT.name} end`)}),
    found as materialized (select * from named
      union all ${products(WEIGHT.seller, sql`cross join unnest(w.sellers) as s (id) ${ofSellers}`)}
      union all ${products(WEIGHT.category, sql`cross join unnest(w.categories) as c (id) ${ofCategories}`)}
      union all ${products(WEIGHT.occasion, ofOccasions)}
      union all ${products(
        WEIGHT.colour,
        sql`cross join lateral (select count(*) < ${FEW} as few from (
          select from variants v where ${hasColour} limit ${FEW}) counted) coloured ${ofColours}`,
      )}
      union all select * from (${texts(sql`false`, WEIGHT.text)}) texts where ${others})`;
}

const inWhole = found({ limitFor: () => sql`null::int`, others: sql`true` });

/** Yields the products that match the most words, and at least half of them. Words match as prefixes. */
export function matchingProducts(words: readonly string[]): SQL {
  return sql`with recursive ${wordRows(words)}, ${above}, ${places}, ${inWhole},
    met as (select id, ord, max(score) as score from found group by id, ord),
    matched as (select id, count(*) as words, sum(score) as rank from met group by id)
    select p.id, p.seller_id, p.is_giftcard, p.lowest_cents, p.created_at, p.search_name, matched.rank
      from matched join products p on p.id = matched.id
      where matched.words = (select max(words) from matched) and matched.words * 2 >= (select count(*) from words)`;
}

/** `missing`: how many of the known words a product may lack. */
export type Wanted = { maxMatches: number; missing: number };

/** Yields the best rows of matchingProducts() as (id, rank, created_at), or none if no product has enough words. */
export function bestMatches(words: readonly string[], limits: Wanted): SQL {
  return words.length === 1 ? bestForSingleWord(words, limits.maxMatches) : bestForSeveralWords(words, limits.missing);
}

/** The best `maxMatches` products overall are among the best `maxMatches` of each matching place. */
function bestForSingleWord(words: readonly string[], maxMatches: number): SQL {
  const others = sql`(select count(distinct id) from named) < ${maxMatches}::int`;
  return sql`with recursive ${wordRows(words)}, ${above}, ${places}, ${found({ limitFor: () => sql`${maxMatches}::int`, others })}
    select id, max(score) as rank, created_at from found group by id, created_at`;
}

/**
 * A product that lacks `missing` words has one of the `missing` + 1 rarest words, so only these words provide
 * candidates, and one more word if any of these lists is cut. Results end at the newest LOOKED_AT per place, because a
 * limit that grows with the page would repeat results.
 */
function bestForSeveralWords(words: readonly string[], missing: number): SQL {
  const each = (count: SQL) =>
    sql`greatest(1, ${LOOKED_AT}::int / ${count}, least(${PAGE_SIZE}::int, ${4 * LOOKED_AT}::int / ${count}))`;
  const lists = found({ limitFor: each, others: sql`true` });
  return sql`with recursive ${wordRows(words)}, ${above}, ${places}, ${lists},
    sizes as materialized (select ord, cut, row_number() over (order by cut, n, ord) as place
      from (select ord, count(*) as n, bool_or(cut) as cut from found group by ord) counted),
    candidates as (select distinct id from found where ord in (select ord from sizes where place <= ${missing}::int + 1
      or place = ${missing}::int + 2 and (select count(*) from sizes where not cut) <= ${missing}::int)),
    scored as (select p.id, p.created_at, r.words, r.rank from candidates join products p on p.id = candidates.id
      cross join lateral (select count(scores.score) as words, sum(scores.score) as rank
        from (select ${score} as score from places w offset 0) scores) r)
    select id, rank, created_at from scored where words = (select max(words) from scored)
      and words * 2 >= (select count(*) from words) and words >= (select count(*) from sizes) - ${missing}::int`;
}
