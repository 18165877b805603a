CREATE TABLE "payment_warnings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"order_id" bigint NOT NULL,
	"payment_id" bigint NOT NULL,
	"provider_warning_id" text NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_warnings_provider_warning_id_unique" UNIQUE("provider_warning_id"),
	CONSTRAINT "payment_warnings_kind" CHECK ("payment_warnings"."kind" in ('early fraud warning', 'review')),
	CONSTRAINT "payment_warnings_state" CHECK ("payment_warnings"."state" in ('open', 'cleared')),
	CONSTRAINT "payment_warnings_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "orders"("id"),
	CONSTRAINT "payment_warnings_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "payments"("id")
);
CREATE INDEX "payment_warnings_order" ON "payment_warnings" USING btree ("order_id");
CREATE INDEX "payment_warnings_payment" ON "payment_warnings" USING btree ("payment_id");
CREATE INDEX "payment_warnings_open" ON "payment_warnings" USING btree ("updated_at") WHERE state = 'open';
