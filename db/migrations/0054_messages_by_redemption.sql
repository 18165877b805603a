-- The foreign key of the message about a redemption.
CREATE INDEX CONCURRENTLY IF NOT EXISTS messages_redemption ON "messages" USING btree ("redemption_id");
