-- What a till or key gave back.
CREATE INDEX CONCURRENTLY IF NOT EXISTS gift_card_entries_counter_key_id ON "gift_card_entries" USING btree ("counter_key_id");
