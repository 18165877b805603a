-- What the sweeps of payments ask every twenty seconds must not read whole tables: old events, and what waits for a word of the provider.
CREATE INDEX "payment_events_received" ON "payment_events" USING btree ("received_at");
CREATE INDEX "payments_held" ON "payments" USING btree ("updated_at") WHERE state = 'authorised';
CREATE INDEX "refunds_pending" ON "refunds" USING btree ("updated_at") WHERE state = 'pending';
CREATE INDEX "disputes_open" ON "disputes" USING btree ("updated_at") WHERE state = 'open';
