ALTER TABLE "customers" ADD COLUMN "last_seen_at" timestamp with time zone DEFAULT now() NOT NULL;
ALTER TABLE "customers" ADD COLUMN "email_changed_at" timestamp with time zone;
ALTER TABLE "customers" ADD COLUMN "unproved_since" timestamp with time zone;
ALTER TABLE "customers" ADD COLUMN "unproved_email" text;
ALTER TABLE "customers" ADD COLUMN "records_from" timestamp with time zone;
ALTER TABLE "customers" ADD COLUMN "cards_from" timestamp with time zone;
ALTER TABLE "customers" ADD CONSTRAINT "customers_unproved" CHECK (("customers"."unproved_since" is null) = ("customers"."unproved_email" is null));
-- Addresses of before are as old as their customer.
ALTER TABLE "addresses" ADD COLUMN "created_at" timestamp with time zone;
UPDATE "addresses" SET "created_at" = "customers"."created_at" FROM "customers" WHERE "customers"."id" = "addresses"."customer_id";
ALTER TABLE "addresses" ALTER COLUMN "created_at" SET DEFAULT now();
ALTER TABLE "addresses" ALTER COLUMN "created_at" SET NOT NULL;

CREATE TABLE "email_codes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"email" text NOT NULL,
	"customer_id" integer,
	"code_hash" text NOT NULL,
	"client_key" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "email_codes_tries" CHECK ("email_codes"."tries" between 0 and 5)
);

CREATE TABLE "mobile_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"customer_id" integer NOT NULL,
	"old_mobile" text NOT NULL,
	"new_mobile" text NOT NULL,
	"proof" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mobile_changes_proof" CHECK ("mobile_changes"."proof" in ('code', 'email'))
);

ALTER TABLE "email_codes" ADD CONSTRAINT "email_codes_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE cascade;
ALTER TABLE "mobile_changes" ADD CONSTRAINT "mobile_changes_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE cascade;
CREATE INDEX "email_codes_email" ON "email_codes" USING btree ("email","sent_at");
CREATE INDEX "email_codes_client_key" ON "email_codes" USING btree ("client_key","sent_at");
CREATE INDEX "email_codes_sent" ON "email_codes" USING btree ("sent_at");
CREATE INDEX "email_codes_customer" ON "email_codes" USING btree ("customer_id");
CREATE INDEX "mobile_changes_customer" ON "mobile_changes" USING btree ("customer_id");
CREATE INDEX "mobile_changes_old_mobile" ON "mobile_changes" USING btree ("old_mobile","created_at");

ALTER TABLE "messages" DROP CONSTRAINT "messages_purpose";
ALTER TABLE "messages" ADD CONSTRAINT "messages_purpose" CHECK ("messages"."purpose" in ('code', 'gift', 'gift-failed', 'campaign', 'order-held', 'order-refused', 'order-approved', 'order-refunded', 'order-sent', 'receipt', 'email-changed', 'mobile-changed'));
