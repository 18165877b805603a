-- The foreign key of a variant to its picture.
CREATE INDEX CONCURRENTLY IF NOT EXISTS variants_picture ON "variants" USING btree ("picture_id");
