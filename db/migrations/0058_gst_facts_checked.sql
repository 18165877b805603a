-- The entries of before.
ALTER TABLE "gift_card_entries" VALIDATE CONSTRAINT "gift_card_entries_gst";
