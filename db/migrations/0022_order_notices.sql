-- What operators and buyers are told about an order, each once.
CREATE TABLE "order_notices" (
	"order_id" integer NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"error" text,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_notices_order_id_kind_pk" PRIMARY KEY("order_id","kind"),
	CONSTRAINT "order_notices_kind" CHECK ("order_notices"."kind" in ('held-text', 'held-mail', 'refused-text')),
	CONSTRAINT "order_notices_state" CHECK ("order_notices"."state" in ('queued', 'claimed', 'sent', 'failed', 'unknown', 'not needed'))
);
ALTER TABLE "order_notices" ADD CONSTRAINT "order_notices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;

-- Operators look at what waits for them.
CREATE INDEX "orders_held" ON "orders" USING btree ("placed_at") WHERE status = 'held';
