-- The foreign key of the message to a seller.
CREATE INDEX CONCURRENTLY IF NOT EXISTS messages_seller ON "messages" USING btree ("seller_id");
