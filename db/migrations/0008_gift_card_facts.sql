-- The hash of the link that a corrected number replaced: whoever opens it is told that a newer text replaced it.
ALTER TABLE "gift_card_changes" ADD COLUMN "old_link_hash" text;

ALTER TABLE "gift_card_changes" ADD CONSTRAINT "gift_card_changes_old_link_hash_unique" UNIQUE("old_link_hash");

-- How long a card is valid is agreed when it is sold, not when its order is approved; null: it never expires.
ALTER TABLE "order_lines" ADD COLUMN "card_validity_months" integer;

UPDATE "order_lines" l SET "card_validity_months" = p."card_validity_months"
  FROM "products" p WHERE p."id" = l."product_id" AND l."is_giftcard";

UPDATE "order_lines" l SET "card_validity_months" = c."validity_months"
  FROM "gift_cards" c WHERE c."order_line_id" = l."id";

ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_card_validity"
  CHECK ("order_lines"."card_validity_months" is null or ("order_lines"."is_giftcard" and "order_lines"."card_validity_months" >= 36));

-- Where customers and recipients reach a seller; each is null until the seller gives it.
ALTER TABLE "sellers" ADD COLUMN "contact_phone" text;

ALTER TABLE "sellers" ADD COLUMN "contact_email" text;

ALTER TABLE "sellers" ADD COLUMN "contact_site" text;

ALTER TABLE "sellers" ADD COLUMN "contact_address" text;

ALTER TABLE "sellers" ADD CONSTRAINT "sellers_contact_phone" CHECK ("sellers"."contact_phone" ~ '^\+?[0-9][0-9 ]{2,19}$');

ALTER TABLE "sellers" ADD CONSTRAINT "sellers_contact_site" CHECK ("sellers"."contact_site" ~ '^https://');
