-- What the purge of requests for a demonstration looks for.
CREATE INDEX CONCURRENTLY IF NOT EXISTS leads_created_at ON "leads" USING btree ("created_at");
