-- Who has lost the number is found by the email of before.
CREATE INDEX "customers_unproved_email" ON "customers" USING btree (lower("unproved_email")) WHERE "customers"."unproved_email" is not null;
-- A last name that somebody gave before the proof is their own, and shown whole.
ALTER TABLE "customers" ADD COLUMN "lastname_changed_at" timestamp with time zone;

ALTER TABLE "messages" DROP CONSTRAINT "messages_purpose";
ALTER TABLE "messages" ADD CONSTRAINT "messages_purpose" CHECK ("messages"."purpose" in ('code', 'gift', 'gift-failed', 'campaign', 'order-held', 'order-refused', 'order-approved', 'order-refunded', 'refund-failed', 'order-sent', 'receipt', 'email-changed', 'mobile-changed'));
ALTER TABLE "messages" DROP CONSTRAINT "messages_of_orders";
ALTER TABLE "messages" ADD CONSTRAINT "messages_of_orders" CHECK (("messages"."purpose" in ('order-held', 'order-refused', 'order-approved', 'order-refunded', 'refund-failed', 'order-sent', 'receipt')) = ("messages"."order_id" is not null));
ALTER TABLE "messages" DROP CONSTRAINT "messages_of_refunds";
ALTER TABLE "messages" ADD CONSTRAINT "messages_of_refunds" CHECK (("messages"."purpose" in ('order-refunded', 'refund-failed')) = ("messages"."refund_id" is not null));
