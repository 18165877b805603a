-- Who began an attempt to pay and with which card, as hashes that are purged after a day; when it was declined, or left
-- unanswered; and when the provider was asked for it once more after its end.
ALTER TABLE "payments" ADD COLUMN "sender" text;
ALTER TABLE "payments" ADD COLUMN "card_print" text;
ALTER TABLE "payments" ADD COLUMN "declined_at" timestamp with time zone;
ALTER TABLE "payments" ADD COLUMN "rechecked_at" timestamp with time zone;
UPDATE "payments" SET "declined_at" = "updated_at" WHERE "state" = 'declined' AND "updated_at" > now() - interval '1 day';
-- What ended a month ago is not asked for any more.
UPDATE "payments" SET "rechecked_at" = "updated_at"
  WHERE "state" IN ('declined', 'voided') AND "updated_at" < now() - interval '30 days';
CREATE INDEX "payments_declined" ON "payments" ("declined_at") WHERE declined_at is not null;
CREATE INDEX "payments_declined_of_sender" ON "payments" ("sender", "declined_at") WHERE declined_at is not null;
CREATE INDEX "payments_declined_of_card" ON "payments" ("card_print", "declined_at") WHERE declined_at is not null;
CREATE INDEX "payments_to_recheck" ON "payments" ("updated_at")
  WHERE state in ('declined', 'voided') and provider_payment_id is not null and rechecked_at is null;
CREATE INDEX "payments_with_sender" ON "payments" ("created_at") WHERE sender is not null;

CREATE TABLE "decline_alarms" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"started_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"declines" integer NOT NULL,
	"attempts" integer NOT NULL,
	CONSTRAINT "decline_alarms_started_at_unique" UNIQUE("started_at")
);
CREATE INDEX "decline_alarms_ends_at" ON "decline_alarms" ("ends_at");

ALTER TABLE "messages" DROP CONSTRAINT "messages_purpose";
ALTER TABLE "messages" ADD CONSTRAINT "messages_purpose" CHECK ("messages"."purpose" in ('code', 'gift', 'gift-failed', 'gift-delivered', 'gift-notice', 'thanks', 'campaign', 'order-held', 'order-refused', 'order-approved', 'order-refunded', 'refund-failed', 'order-sent', 'receipt', 'email-changed', 'mobile-changed', 'books-differ', 'cards-tested'));

-- What is being paid or waits for a decision holds stock: of one customer, and of all.
CREATE INDEX "orders_open" ON "orders" ("customer_id") WHERE status in ('pending', 'held');
