-- What the payment provider tells of its own accord, each event once.
CREATE TABLE "payment_events" (
	"account" text NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"deliveries" integer DEFAULT 1 NOT NULL,
	"claim" text,
	"claimed_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"result" text,
	CONSTRAINT "payment_events_pk" PRIMARY KEY("account","event_id")
);

CREATE TABLE "refunds" (
	"id" serial PRIMARY KEY NOT NULL,
	"order_id" integer NOT NULL REFERENCES "orders"("id"),
	"payment_id" integer NOT NULL REFERENCES "payments"("id"),
	"order_line_id" integer REFERENCES "order_lines"("id"),
	"amount_cents" integer NOT NULL,
	"state" text NOT NULL,
	"requested_by" text NOT NULL,
	"reason" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"provider_refund_id" text,
	"error" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "refunds_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "refunds_provider_refund_id_unique" UNIQUE("provider_refund_id"),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_cents" > 0),
	CONSTRAINT "refunds_state" CHECK ("refunds"."state" in ('wanted', 'pending', 'succeeded', 'failed')),
	CONSTRAINT "refunds_requested_by" CHECK ("refunds"."requested_by" in ('operator', 'provider', 'shop'))
);
CREATE INDEX "refunds_order" ON "refunds" USING btree ("order_id");

CREATE TABLE "disputes" (
	"id" serial PRIMARY KEY NOT NULL,
	"order_id" integer NOT NULL REFERENCES "orders"("id"),
	"payment_id" integer NOT NULL REFERENCES "payments"("id"),
	"provider_dispute_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "disputes_provider_dispute_id_unique" UNIQUE("provider_dispute_id"),
	CONSTRAINT "disputes_state" CHECK ("disputes"."state" in ('open', 'won', 'lost'))
);
CREATE INDEX "disputes_order" ON "disputes" USING btree ("order_id");

-- An order is marked while its payment is disputed, and by how that ended.
ALTER TABLE "orders" ADD COLUMN "dispute" text;
ALTER TABLE "orders" ADD CONSTRAINT "orders_dispute" CHECK ("orders"."dispute" is null or "orders"."dispute" in ('open', 'won', 'lost'));

CREATE TABLE "sandbox_refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"payment_id" text NOT NULL REFERENCES "sandbox_payments"("id"),
	"amount_cents" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_refunds_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "sandbox_refunds_amount" CHECK ("sandbox_refunds"."amount_cents" > 0)
);
