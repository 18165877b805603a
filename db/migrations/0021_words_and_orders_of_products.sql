-- Every word of a product that search finds, once, in the order of the answer: newest first. From now on the triggers of
-- db/functions.sql keep it. It takes the place of the trigrams of names and short texts.
CREATE TABLE "product_words" (
	"word" text COLLATE "C" NOT NULL,
	"in_name" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"product_id" integer NOT NULL
);
INSERT INTO "product_words" ("word", "in_name", "created_at", "product_id")
  SELECT left(part, 64) COLLATE "C", bool_or(named), p."created_at", p."id"
    FROM "products" p, (VALUES (true), (false)) AS text (named),
      string_to_table(CASE WHEN named THEN p."search_name" ELSE p."search_words" END, ' ') part
    WHERE part <> '' AND p."lowest_cents" IS NOT NULL AND p."visibility" IN ('everywhere', 'search')
    GROUP BY 1, 3, 4;
ALTER TABLE "product_words" ADD CONSTRAINT "product_words_word_in_name_created_at_product_id_pk"
  PRIMARY KEY ("word", "in_name", "created_at", "product_id");
DROP INDEX "products_search_name";
DROP INDEX "products_search_words";

-- A category and a seller list the newest first.
ALTER TABLE "product_categories" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;
UPDATE "product_categories" pc SET "created_at" = p."created_at" FROM "products" p WHERE p."id" = pc."product_id";
CREATE INDEX "product_categories_newest" ON "product_categories" ("category_id", "created_at", "product_id");
DROP INDEX "product_categories_category";
CREATE INDEX "products_of_seller" ON "products" ("seller_id", "created_at", "id");
DROP INDEX "products_seller";
-- Two of the orders stood with NULLS LAST, which no list asks for: products led after a sort of all. A walk along the
-- order of everything asks for no row where the index has what the list has.
DROP INDEX "products_newest";
DROP INDEX "products_leading";
DROP INDEX "products_created";
CREATE INDEX "products_newest" ON "products" ("is_giftcard", "created_at", "id")
  WHERE lowest_cents is not null and visibility in ('everywhere', 'lists');
CREATE INDEX "products_leading" ON "products" ("is_giftcard", "created_at" DESC NULLS FIRST, "id" DESC NULLS FIRST)
  WHERE lowest_cents is not null and visibility in ('everywhere', 'lists');
CREATE INDEX "products_created" ON "products" ("created_at", "id") WHERE lowest_cents is not null;

-- Each change of a word's number of uses writes its row again. Without an index of that number, and with room in the
-- page, the old row is cleared away by the next one that comes.
DROP INDEX "search_vocabulary_unused";
ALTER TABLE "search_vocabulary" SET (fillfactor = 40);
CLUSTER "search_vocabulary" USING "search_vocabulary_pkey";
