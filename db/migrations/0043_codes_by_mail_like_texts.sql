-- Codes by mail are kept and limited like codes by text (docs/decisions/049). While releases roll, a code mailed by one
-- release does not work on the other and is asked for again; the table email_codes goes with the next release.
ALTER TABLE "sign_in_codes" ADD COLUMN "channel" text DEFAULT 'sms' NOT NULL;
ALTER TABLE "sign_in_codes" ADD CONSTRAINT "sign_in_codes_channel" CHECK ("sign_in_codes"."channel" in ('sms', 'email')) NOT VALID;
ALTER TABLE "sign_in_codes" ADD COLUMN "allocation_key" text;
ALTER TABLE "sign_in_codes" ADD COLUMN "sent" boolean DEFAULT true NOT NULL;
-- Since when a browser signs in to an account. Devices that are known now have been used before.
CREATE TABLE "customer_devices" (
	"customer_id" integer NOT NULL,
	"browser" text NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "customer_devices_pk" PRIMARY KEY("customer_id","browser")
);
ALTER TABLE "customer_devices" ADD CONSTRAINT "customer_devices_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "customer_devices_last_at" ON "customer_devices" USING btree ("last_at");
INSERT INTO "customer_devices" ("customer_id", "browser", "first_at", "last_at")
	SELECT "c"."id", "d"."browser", "d"."proved_at", "d"."proved_at"
	FROM "known_devices" "d" JOIN "customers" "c" ON "c"."mobile" = "d"."mobile";
-- A customer hears of a new device. The release before sends none.
ALTER TABLE "messages" DROP CONSTRAINT "messages_purpose";
ALTER TABLE "messages" ADD CONSTRAINT "messages_purpose" CHECK ("messages"."purpose" in ('code', 'codes-near-cap', 'gift', 'gift-failed', 'gift-delivered', 'gift-notice', 'thanks', 'campaign', 'order-held', 'order-refused', 'order-approved', 'order-refunded', 'refund-failed', 'order-sent', 'receipt', 'email-changed', 'mobile-changed', 'passkey-added', 'new-device', 'books-differ', 'cards-tested', 'alarm')) NOT VALID;
