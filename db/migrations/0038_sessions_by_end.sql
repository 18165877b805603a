-- What the purge of sessions that are over looks for, every ten minutes.
CREATE INDEX CONCURRENTLY IF NOT EXISTS sessions_expires_at ON "sessions" USING btree ("expires_at");
