-- The keys and entries of before.
ALTER TABLE "counter_keys" VALIDATE CONSTRAINT "counter_keys_scopes";
ALTER TABLE "gift_card_entries" VALIDATE CONSTRAINT "gift_card_entries_counter_key_id_counter_keys_id_fk";
ALTER TABLE "gift_card_entries" VALIDATE CONSTRAINT "gift_card_entries_counter_key";
