-- A till waits with the hash of its link until a device opens it, and has a key from then on.
ALTER TABLE "counter_keys" ALTER COLUMN "key_hash" DROP NOT NULL;
ALTER TABLE "counter_keys" ALTER COLUMN "key_last4" DROP NOT NULL;
ALTER TABLE "counter_keys" ADD COLUMN "link_hash" text;
ALTER TABLE "counter_keys" ADD COLUMN "link_expires_at" timestamp with time zone;
ALTER TABLE "counter_keys" ADD CONSTRAINT "counter_keys_link_hash_unique" UNIQUE("link_hash");
ALTER TABLE "counter_keys" ADD CONSTRAINT "counter_keys_key_or_link" CHECK (num_nulls("counter_keys"."key_hash", "counter_keys"."key_last4") = case when "counter_keys"."link_hash" is null then 0 else 2 end and ("counter_keys"."link_hash" is null) = ("counter_keys"."link_expires_at" is null) and ("counter_keys"."link_hash" is null or "counter_keys"."kind" = 'till'));
CREATE INDEX "gift_card_redemptions_seller_created_at" ON "gift_card_redemptions" USING btree ("seller_id","created_at");
