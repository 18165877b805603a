-- What is wrong with the shop and lasts: it opens once, is said again after a day, and ends once.
CREATE TABLE "alarms" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY NOT NULL,
	"name" text NOT NULL,
	"sentence" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"said_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
CREATE UNIQUE INDEX "alarms_open" ON "alarms" USING btree ("name") WHERE ended_at is null;
ALTER TABLE "messages" DROP CONSTRAINT "messages_purpose";
ALTER TABLE "messages" ADD CONSTRAINT "messages_purpose" CHECK ("messages"."purpose" in ('code', 'codes-near-cap', 'gift', 'gift-failed', 'gift-delivered', 'gift-notice', 'thanks', 'campaign', 'order-held', 'order-refused', 'order-approved', 'order-refunded', 'refund-failed', 'order-sent', 'receipt', 'email-changed', 'mobile-changed', 'books-differ', 'cards-tested', 'alarm')) NOT VALID;
