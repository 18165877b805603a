-- What a large shop asks at every list and every search, kept beside the rows it comes from. Triggers keep it, so every server
-- process and every loader sees the same, in the transaction that changed the catalogue.

-- The lowest price of what a product is sold as; null for one that is sold in no form. Stock changes leave it alone.
ALTER TABLE "products" ADD COLUMN "lowest_cents" integer;

CREATE FUNCTION refresh_lowest_price("ids" integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Locked first: the statement after it then sees what another transaction did to the same product.
  PERFORM id FROM products WHERE id = ANY ("ids") ORDER BY id FOR NO KEY UPDATE;
  UPDATE products p SET lowest_cents = found.cents
    FROM (SELECT w.id, (SELECT min(v.price_cents) FROM variants v WHERE v.product_id = w.id) AS cents
      FROM unnest("ids") AS w (id)) found
    WHERE p.id = found.id AND p.lowest_cents IS DISTINCT FROM found.cents;
END $$;

CREATE FUNCTION variants_came_or_went() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_lowest_price(array(SELECT DISTINCT product_id FROM touched));
  RETURN NULL;
END $$;

CREATE FUNCTION variant_price_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_lowest_price(array[OLD.product_id, NEW.product_id]);
  RETURN NULL;
END $$;

CREATE TRIGGER variants_came AFTER INSERT ON variants REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION variants_came_or_went();
CREATE TRIGGER variants_went AFTER DELETE ON variants REFERENCING OLD TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION variants_came_or_went();
CREATE TRIGGER variants_price AFTER UPDATE OF price_cents, product_id ON variants FOR EACH ROW
  WHEN ((OLD.price_cents, OLD.product_id) IS DISTINCT FROM (NEW.price_cents, NEW.product_id))
  EXECUTE FUNCTION variant_price_changed();

UPDATE "products" SET "lowest_cents" = (SELECT min(v.price_cents) FROM "variants" v WHERE v.product_id = "products"."id");

-- One index an order, so that a page reads its rows and not the shop. products_newest, read backwards, is the gift-card store's.
CREATE INDEX "products_leading" ON "products" USING btree ("is_giftcard","created_at" DESC,"id" DESC) WHERE lowest_cents is not null;
CREATE INDEX "products_created" ON "products" USING btree ("created_at" DESC,"id" DESC) WHERE lowest_cents is not null;
CREATE INDEX "products_price" ON "products" USING btree ("lowest_cents","id") WHERE lowest_cents is not null;
CREATE INDEX "products_name" ON "products" USING btree (("left"("search_name", 100)) COLLATE "C","id") WHERE lowest_cents is not null;

-- Every word of the shop once, with the number of times it stands somewhere: what a mistyped word may have been meant to be.
CREATE TABLE "search_vocabulary" (
	"word" text COLLATE "C" PRIMARY KEY NOT NULL,
	"uses" integer NOT NULL
);

CREATE INDEX "search_vocabulary_unused" ON "search_vocabulary" USING btree ("word") WHERE uses <= 0;

-- TG_ARGV[0]: the texts of a row, folded, as an expression. Texts that stay as they are cost no splitting. In the order of the words,
-- so that two transactions wait for one another and do not block each other for good.
CREATE FUNCTION count_search_words() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  texts text := TG_ARGV[0];
  changed text;
BEGIN
  changed := CASE TG_OP
    WHEN 'INSERT' THEN format('SELECT %s AS line, 1 AS sign FROM new_rows', texts)
    WHEN 'DELETE' THEN format('SELECT %s AS line, -1 AS sign FROM old_rows', texts)
    ELSE format('SELECT line, 1 AS sign FROM (SELECT %1$s AS line FROM new_rows EXCEPT ALL SELECT %1$s FROM old_rows) came
      UNION ALL SELECT line, -1 FROM (SELECT %1$s AS line FROM old_rows EXCEPT ALL SELECT %1$s FROM new_rows) went', texts)
  END;
  EXECUTE format('INSERT INTO search_vocabulary AS known (word, uses)
    SELECT left(part, 64) COLLATE "C", sum(sign) FROM (%s) changed, string_to_table(line, '' '') part WHERE part <> ''''
      GROUP BY 1 HAVING sum(sign) <> 0 ORDER BY 1
    ON CONFLICT (word) DO UPDATE SET uses = known.uses + excluded.uses', changed);
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM search_vocabulary WHERE uses <= 0;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER products_words_came AFTER INSERT ON products REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_search_words('search_name || search_words');
CREATE TRIGGER products_words_changed AFTER UPDATE ON products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_search_words('search_name || search_words');
CREATE TRIGGER products_words_went AFTER DELETE ON products REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_search_words('search_name || search_words');
CREATE TRIGGER sellers_words_came AFTER INSERT ON sellers REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_search_words('search_name');
CREATE TRIGGER sellers_words_changed AFTER UPDATE ON sellers REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_search_words('search_name');
CREATE TRIGGER sellers_words_went AFTER DELETE ON sellers REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_search_words('search_name');
CREATE TRIGGER categories_words_came AFTER INSERT ON categories REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_search_words('search_name');
CREATE TRIGGER categories_words_changed AFTER UPDATE ON categories REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_search_words('search_name');
CREATE TRIGGER categories_words_went AFTER DELETE ON categories REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_search_words('search_name');
CREATE TRIGGER options_words_came AFTER INSERT ON option_values REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_search_words('CASE attribute_code WHEN ''color'' THEN search_name ELSE '''' END');
CREATE TRIGGER options_words_changed AFTER UPDATE ON option_values REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_search_words('CASE attribute_code WHEN ''color'' THEN search_name ELSE '''' END');
CREATE TRIGGER options_words_went AFTER DELETE ON option_values REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_search_words('CASE attribute_code WHEN ''color'' THEN search_name ELSE '''' END');

INSERT INTO "search_vocabulary" ("word", "uses")
  SELECT left(part, 64) COLLATE "C", count(*) FROM (
      SELECT search_name || search_words AS line FROM "products" UNION ALL SELECT search_name FROM "sellers"
      UNION ALL SELECT search_name FROM "categories"
      UNION ALL SELECT search_name FROM "option_values" WHERE attribute_code = 'color') texts,
    string_to_table(line, ' ') part WHERE part <> '' GROUP BY 1;
