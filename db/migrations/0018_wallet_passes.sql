-- Gift cards in wallets, and who is told when one changes.
CREATE TABLE "gift_card_passes" (
	"pass_id" text PRIMARY KEY NOT NULL,
	"gift_card_id" bigint NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "gift_card_passes_whole_seconds" CHECK ("gift_card_passes"."changed_at" = date_trunc('second', "gift_card_passes"."changed_at")),
	CONSTRAINT "gift_card_passes_account" FOREIGN KEY ("gift_card_id") REFERENCES "gift_card_accounts"("gift_card_id")
);
CREATE INDEX "gift_card_passes_card" ON "gift_card_passes" USING btree ("gift_card_id");

CREATE TABLE "gift_card_pass_holders" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"pass_id" text NOT NULL,
	"wallet" text NOT NULL,
	"device_id" text DEFAULT '' NOT NULL,
	"push_token" text DEFAULT '' NOT NULL,
	"outdated_at" timestamp with time zone,
	"due_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "gift_card_pass_holders_once" UNIQUE("pass_id","wallet","device_id"),
	CONSTRAINT "gift_card_pass_holders_wallet" CHECK ("gift_card_pass_holders"."wallet" in ('apple', 'google')),
	CONSTRAINT "gift_card_pass_holders_device" CHECK (("gift_card_pass_holders"."wallet" = 'apple') = ("gift_card_pass_holders"."device_id" <> '') and ("gift_card_pass_holders"."device_id" <> '') = ("gift_card_pass_holders"."push_token" <> '')),
	CONSTRAINT "gift_card_pass_holders_pass_id_gift_card_passes_pass_id_fk" FOREIGN KEY ("pass_id") REFERENCES "gift_card_passes"("pass_id") ON DELETE cascade
);
CREATE INDEX "gift_card_pass_holders_device_id" ON "gift_card_pass_holders" USING btree ("device_id");
CREATE INDEX "gift_card_pass_holders_outdated" ON "gift_card_pass_holders" USING btree ("due_at") WHERE outdated_at is not null;
