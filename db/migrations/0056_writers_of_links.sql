-- A session that a link opened changes only what it wrote (docs/security.md). Rows of the release before have no writer.
ALTER TABLE "cart_lines" ADD COLUMN "written_by" text;
ALTER TABLE "addresses" ADD COLUMN "written_by" text;
ALTER TABLE "gift_card_details" ADD COLUMN "written_by" text;
ALTER TABLE "cart_gift_cards" ADD COLUMN "written_by" text;
ALTER TABLE "carts" ADD COLUMN "addresses_by" text;
