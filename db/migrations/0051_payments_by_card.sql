-- What a payment card has paid for within a day.
CREATE INDEX CONCURRENTLY IF NOT EXISTS payments_of_card ON "payments" USING btree ("card_print","created_at") WHERE card_print is not null;
