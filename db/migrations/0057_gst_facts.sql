-- Products can be GST-free and sellers unregistered. The release before sells all as taxable.
ALTER TABLE "products" ADD COLUMN "gst_free" boolean DEFAULT false NOT NULL;
ALTER TABLE "sellers" ADD COLUMN "gst_registered" boolean DEFAULT true NOT NULL;
ALTER TABLE "order_lines" ADD COLUMN "gst_free" boolean DEFAULT false NOT NULL;
ALTER TABLE "order_sellers" ADD COLUMN "gst_registered" boolean DEFAULT true NOT NULL;
-- The GST that goes back with reversed value. The release before writes none.
ALTER TABLE "gift_card_entries" ADD COLUMN "gst_cents" integer;
ALTER TABLE "gift_card_entries" ADD CONSTRAINT "gift_card_entries_gst" CHECK ("gift_card_entries"."gst_cents" is null or ("gift_card_entries"."kind" = 'reverse' and "gift_card_entries"."gst_cents" between 0 and "gift_card_entries"."posted_cents")) NOT VALID;
