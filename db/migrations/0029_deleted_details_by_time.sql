-- What the purge of taken out gift cards looks for.
CREATE INDEX CONCURRENTLY IF NOT EXISTS gift_card_details_deleted ON "gift_card_details" USING btree ("deleted_at") WHERE deleted_at is not null;
