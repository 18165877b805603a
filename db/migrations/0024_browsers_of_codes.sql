-- A code belongs to the browser that asked for it, and known devices have limits of their own (docs/decisions/049).
ALTER TABLE "sign_in_codes" ADD COLUMN "browser" text;
ALTER TABLE "sign_in_codes" ADD COLUMN "known_device" boolean DEFAULT false NOT NULL;
ALTER TABLE "sign_in_codes" ADD COLUMN "network_key" text;
ALTER TABLE "sign_in_codes" ADD COLUMN "most_tries" integer DEFAULT 5 NOT NULL;
ALTER TABLE "sign_in_codes" ADD COLUMN "confirmed_at" timestamp with time zone;
CREATE INDEX "sign_in_codes_network_key" ON "sign_in_codes" USING btree ("network_key","sent_at");
CREATE INDEX "sign_in_codes_known_device" ON "sign_in_codes" USING btree ("known_device","sent_at");
CREATE TABLE "known_devices" (
	"mobile" text NOT NULL,
	"browser" text NOT NULL,
	"proved_at" timestamp with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "known_devices_pk" PRIMARY KEY("mobile","browser")
);
CREATE INDEX "known_devices_proved_at" ON "known_devices" USING btree ("proved_at");
CREATE TABLE "guessed_mobiles" (
	"mobile" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"failed_at" timestamp with time zone NOT NULL,
	"paused_until" timestamp with time zone
);
ALTER TABLE "sessions" ADD COLUMN "link" text;
ALTER TABLE "sessions" ADD COLUMN "browser" text;
ALTER TABLE "messages" DROP CONSTRAINT "messages_purpose";
ALTER TABLE "messages" ADD CONSTRAINT "messages_purpose" CHECK ("messages"."purpose" in ('code', 'codes-near-cap', 'gift', 'gift-failed', 'gift-delivered', 'gift-notice', 'thanks', 'campaign', 'order-held', 'order-refused', 'order-approved', 'order-refunded', 'refund-failed', 'order-sent', 'receipt', 'email-changed', 'mobile-changed', 'books-differ', 'cards-tested'));
