-- A receipt by mail, one an order.
CREATE TABLE "receipts" (
	"order_id" integer PRIMARY KEY NOT NULL REFERENCES "orders"("id"),
	"state" text NOT NULL,
	"error" text,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "receipts_state" CHECK ("receipts"."state" in ('queued', 'claimed', 'sent', 'failed', 'unknown'))
);
