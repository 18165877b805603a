-- A key does only what its scopes name. Keys of before do everything at the counter, as they did.
ALTER TABLE "counter_keys" ADD COLUMN "scopes" text[] DEFAULT '{check,spend,reverse}' NOT NULL;
ALTER TABLE "counter_keys" ADD CONSTRAINT "counter_keys_scopes" CHECK ("counter_keys"."scopes" <@ array['check', 'spend', 'reverse', 'money:read']) NOT VALID;
-- The till or key that gave value back. The release before does not say.
ALTER TABLE "gift_card_entries" ADD COLUMN "counter_key_id" bigint;
ALTER TABLE "gift_card_entries" ADD CONSTRAINT "gift_card_entries_counter_key_id_counter_keys_id_fk" FOREIGN KEY ("counter_key_id") REFERENCES "counter_keys"("id") NOT VALID;
ALTER TABLE "gift_card_entries" ADD CONSTRAINT "gift_card_entries_counter_key" CHECK ("gift_card_entries"."counter_key_id" is null or "gift_card_entries"."kind" = 'reverse') NOT VALID;
