-- Whether the shopper's own call was answered with the order. One placed by a webhook or a job after its call was given up was not: the same
-- purchase made again within minutes is then that order, not a second charge (server/checkout/repeated-purchase.ts).
ALTER TABLE "orders" ADD COLUMN "told_at" timestamp with time zone;
-- Only the last minutes matter; all orders would be locked for long.
UPDATE "orders" SET "told_at" = "placed_at" WHERE "placed_at" > now() - interval '1 day';
CREATE INDEX "orders_untold" ON "orders" USING btree ("member_id", "placed_at") WHERE told_at is null;
