-- The same as behind variants_one_per_choice, for a constraint that is checked at the end of a statement.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS variants_choice ON "variants" ("product_id","color","size","gift_card_price") NULLS NOT DISTINCT;
