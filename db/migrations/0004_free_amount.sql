-- A gift card may have a variant of an open price: the buyer says how much, in whole dollars from price_cents to max_price_cents.
ALTER TABLE "variants" ADD COLUMN "max_price_cents" integer;
ALTER TABLE "variants" ADD CONSTRAINT "variants_open_price" CHECK ("variants"."max_price_cents" is null or ("variants"."gift_card_price" is not null and "variants"."max_price_cents" >= "variants"."price_cents" and "variants"."price_cents" % 100 = 0 and "variants"."max_price_cents" % 100 = 0));
CREATE UNIQUE INDEX "variants_one_open_price" ON "variants" USING btree ("product_id") WHERE max_price_cents is not null;

ALTER TABLE "cart_lines" ADD COLUMN "amount_cents" integer;
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_amount" CHECK ("cart_lines"."amount_cents" is null or ("cart_lines"."amount_cents" > 0 and "cart_lines"."amount_cents" % 100 = 0 and "cart_lines"."qty" = 1));

-- A card is worth exactly what its line was sold for.
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_id_price" UNIQUE("id","price_cents");
ALTER TABLE "gift_cards" ADD CONSTRAINT "gift_cards_worth_what_was_paid" FOREIGN KEY ("order_line_id","value_cents") REFERENCES "public"."order_lines"("id","price_cents") ON DELETE no action ON UPDATE no action;
