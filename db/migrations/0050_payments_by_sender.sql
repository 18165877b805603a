-- What a network has ordered within a day.
CREATE INDEX CONCURRENTLY IF NOT EXISTS payments_of_sender ON "payments" USING btree ("sender","created_at") WHERE sender is not null;
