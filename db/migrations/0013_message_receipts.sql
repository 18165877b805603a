-- Carriers report later what became of a message: by their own id or by our ref.
ALTER TABLE "outgoing_messages" ADD COLUMN "problem" text;
ALTER TABLE "outgoing_messages" ADD COLUMN "delivered_at" timestamp with time zone;
CREATE INDEX "outgoing_messages_provider_id" ON "outgoing_messages" USING btree ("provider_id");

-- The same reason as the buyer is told it.
ALTER TABLE "gift_cards" ADD COLUMN "problem" text;

-- The name a seller's texts come from.
ALTER TABLE "sellers" ADD COLUMN "sender_id" text;
ALTER TABLE "sellers" ADD CONSTRAINT "sellers_sender_id" CHECK ("sellers"."sender_id" ~ '^[A-Za-z0-9]{3,11}$' and "sellers"."sender_id" ~ '[A-Za-z]');

-- Who has replied STOP to a sender, and START since.
CREATE TABLE "opt_outs" (
	"mobile" text NOT NULL,
	"sender" text NOT NULL,
	"word" text NOT NULL,
	"opted_out_at" timestamp with time zone NOT NULL,
	"opted_in_at" timestamp with time zone,
	CONSTRAINT "opt_outs_mobile_sender_pk" PRIMARY KEY("mobile","sender")
);
