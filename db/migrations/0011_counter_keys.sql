CREATE TABLE "counter_keys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"seller_id" integer NOT NULL,
	"kind" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"key_hash" text NOT NULL,
	"key_last4" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "counter_keys_key_hash_unique" UNIQUE("key_hash"),
	CONSTRAINT "counter_keys_kind" CHECK ("counter_keys"."kind" in ('api', 'till')),
	CONSTRAINT "counter_keys_key_last4" CHECK (length("counter_keys"."key_last4") = 4),
	CONSTRAINT "counter_keys_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "sellers"("id")
);
CREATE INDEX "counter_keys_seller" ON "counter_keys" USING btree ("seller_id");

-- A counter's Idempotency-Key is its own, as a customer's is.
ALTER TABLE "idempotency_keys" ADD COLUMN "counter_key_id" bigint;
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_counter_key_id_counter_keys_id_fk" FOREIGN KEY ("counter_key_id") REFERENCES "counter_keys"("id");
CREATE INDEX "idempotency_keys_counter_key" ON "idempotency_keys" USING btree ("counter_key_id");
ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_once";
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_once" UNIQUE NULLS NOT DISTINCT("customer_id","counter_key_id","key");

ALTER TABLE "gift_card_holds" ADD COLUMN "counter_key_id" bigint;
ALTER TABLE "gift_card_holds" ADD CONSTRAINT "gift_card_holds_counter_key_id_counter_keys_id_fk" FOREIGN KEY ("counter_key_id") REFERENCES "counter_keys"("id");
CREATE INDEX "gift_card_holds_counter_key" ON "gift_card_holds" USING btree ("counter_key_id");

ALTER TABLE "gift_card_redemptions" ADD COLUMN "counter_key_id" bigint;
ALTER TABLE "gift_card_redemptions" ADD CONSTRAINT "gift_card_redemptions_counter_key_id_counter_keys_id_fk" FOREIGN KEY ("counter_key_id") REFERENCES "counter_keys"("id");
CREATE INDEX "gift_card_redemptions_counter_key" ON "gift_card_redemptions" USING btree ("counter_key_id");
CREATE INDEX "gift_card_redemptions_seller" ON "gift_card_redemptions" USING btree ("seller_id","id");

ALTER TABLE "gift_card_entries" ADD COLUMN "seller_note" text;
ALTER TABLE "gift_card_entries" ADD CONSTRAINT "gift_card_entries_seller_note" CHECK ("gift_card_entries"."seller_note" is null or "gift_card_entries"."kind" = 'reverse');
