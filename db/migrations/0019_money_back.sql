-- What a dispute has taken so far, in cents: one that was lost can be won back later, in whole or in part.
ALTER TABLE "disputes" ADD COLUMN "taken_cents" integer DEFAULT 0 NOT NULL;
UPDATE "disputes" SET "taken_cents" = "amount_cents" WHERE "state" = 'lost';
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_taken" CHECK ("disputes"."taken_cents" >= 0);
CREATE INDEX "disputes_payment" ON "disputes" USING btree ("payment_id");

-- A refund whose sending met a server error goes on under another key, after a look (server/payments/send-refund.ts).
ALTER TABLE "refunds" ADD COLUMN "attempt" integer DEFAULT 1 NOT NULL;
ALTER TABLE "refunds" ADD COLUMN "broken_at" timestamp with time zone;
