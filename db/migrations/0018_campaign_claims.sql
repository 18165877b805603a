-- The sweep that ends the claims of dead senders asks this every twenty seconds.
CREATE INDEX "outgoing_messages_campaign_claims" ON "outgoing_messages" USING btree ("claimed_at") WHERE purpose = 'campaign' and state = 'claimed';
