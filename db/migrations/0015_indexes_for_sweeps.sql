-- What the sweeps ask every twenty seconds, and what a refund asks while its order is locked, must not read whole tables.
CREATE INDEX "payments_order" ON "payments" USING btree ("order_id");
CREATE INDEX "payments_waiting" ON "payments" USING btree ("updated_at") WHERE state in ('started', 'requires_action');
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("payment_id");
CREATE INDEX "refunds_wanted" ON "refunds" USING btree ("id") WHERE state = 'wanted';
CREATE INDEX "outgoing_messages_codes" ON "outgoing_messages" USING btree ("created_at") WHERE purpose = 'code' and gift_card_id is null;
