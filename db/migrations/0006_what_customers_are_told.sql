ALTER TABLE "orders" ADD COLUMN "approved_at" timestamp with time zone;
-- Of a held one the instant was kept nowhere: its cards were issued by its approval.
UPDATE "orders" o SET "approved_at" = coalesce(
  (SELECT min(g."supplied_at") FROM "gift_cards" g JOIN "order_lines" l ON l."id" = g."order_line_id" WHERE l."order_id" = o."id"),
  o."placed_at") WHERE o."status" in ('approved', 'refunded');

ALTER TABLE "refunds" ADD COLUMN "customer_reason" text DEFAULT 'other' NOT NULL;
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_customer_reason" CHECK ("refunds"."customer_reason" in ('not available', 'damaged', 'not received', 'returned', 'order changed', 'goodwill', 'charged twice', 'other'));

CREATE TABLE "shipments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"order_id" bigint NOT NULL,
	"seller_id" integer NOT NULL,
	"state" text NOT NULL,
	"carrier" text,
	"tracking" text,
	"created_at" timestamp with time zone NOT NULL,
	"packed_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"received_at" timestamp with time zone,
	CONSTRAINT "shipments_state" CHECK ("shipments"."state" in ('packed', 'sent', 'received')),
	CONSTRAINT "shipments_packed" CHECK ("shipments"."state" <> 'packed' or ("shipments"."packed_at" is not null and "shipments"."sent_at" is null)),
	CONSTRAINT "shipments_sent" CHECK (("shipments"."state" in ('sent', 'received')) = ("shipments"."sent_at" is not null)),
	CONSTRAINT "shipments_received" CHECK (("shipments"."state" = 'received') = ("shipments"."received_at" is not null))
);

CREATE TABLE "shipment_lines" (
	"shipment_id" bigint NOT NULL,
	"order_line_id" bigint NOT NULL,
	"qty" integer NOT NULL,
	CONSTRAINT "shipment_lines_shipment_id_order_line_id_pk" PRIMARY KEY("shipment_id","order_line_id"),
	CONSTRAINT "shipment_lines_qty" CHECK ("shipment_lines"."qty" > 0)
);

ALTER TABLE "shipments" ADD CONSTRAINT "shipments_of_a_seller" FOREIGN KEY ("order_id","seller_id") REFERENCES "public"."order_sellers"("order_id","seller_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "shipment_lines" ADD CONSTRAINT "shipment_lines_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "shipment_lines" ADD CONSTRAINT "shipment_lines_order_line_id_order_lines_id_fk" FOREIGN KEY ("order_line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "shipments_order" ON "shipments" USING btree ("order_id","seller_id");
CREATE INDEX "shipment_lines_line" ON "shipment_lines" USING btree ("order_line_id");

ALTER TABLE "messages" ADD COLUMN "refund_id" bigint;
ALTER TABLE "messages" ADD COLUMN "shipment_id" bigint;
ALTER TABLE "messages" ADD CONSTRAINT "messages_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "messages" ADD CONSTRAINT "messages_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "messages" DROP CONSTRAINT "messages_purpose";
ALTER TABLE "messages" DROP CONSTRAINT "messages_of_gift_cards";
ALTER TABLE "messages" DROP CONSTRAINT "messages_of_orders";
ALTER TABLE "messages" ADD CONSTRAINT "messages_purpose" CHECK ("messages"."purpose" in ('code', 'gift', 'gift-failed', 'campaign', 'order-held', 'order-refused', 'order-approved', 'order-refunded', 'order-sent', 'receipt'));
ALTER TABLE "messages" ADD CONSTRAINT "messages_of_gift_cards" CHECK (("messages"."purpose" in ('gift', 'gift-failed')) = ("messages"."gift_card_id" is not null));
ALTER TABLE "messages" ADD CONSTRAINT "messages_of_orders" CHECK (("messages"."purpose" in ('order-held', 'order-refused', 'order-approved', 'order-refunded', 'order-sent', 'receipt')) = ("messages"."order_id" is not null));
ALTER TABLE "messages" ADD CONSTRAINT "messages_of_refunds" CHECK (("messages"."purpose" = 'order-refunded') = ("messages"."refund_id" is not null));
ALTER TABLE "messages" ADD CONSTRAINT "messages_of_shipments" CHECK (("messages"."purpose" = 'order-sent') = ("messages"."shipment_id" is not null));
CREATE INDEX "messages_refund" ON "messages" USING btree ("refund_id");
CREATE INDEX "messages_shipment" ON "messages" USING btree ("shipment_id");
