-- Entries of the last day, for the figures that operators watch.
CREATE INDEX CONCURRENTLY IF NOT EXISTS gift_card_entries_created_at ON "gift_card_entries" USING brin ("created_at") WITH (autosummarize=true);
