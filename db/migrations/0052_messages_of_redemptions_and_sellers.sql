-- A recipient hears of each redemption, and a seller of each new order with goods. The release before sends neither.
ALTER TABLE "messages" ADD COLUMN "redemption_id" bigint;
ALTER TABLE "messages" ADD COLUMN "seller_id" integer;
ALTER TABLE "messages" ADD CONSTRAINT "messages_redemption_id_gift_card_redemptions_id_fk" FOREIGN KEY ("redemption_id") REFERENCES "gift_card_redemptions"("id") NOT VALID;
ALTER TABLE "messages" ADD CONSTRAINT "messages_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "sellers"("id") NOT VALID;
ALTER TABLE "messages" DROP CONSTRAINT "messages_purpose";
ALTER TABLE "messages" ADD CONSTRAINT "messages_purpose" CHECK ("messages"."purpose" in ('code', 'codes-near-cap', 'gift', 'gift-failed', 'gift-delivered', 'gift-notice', 'gift-redeemed', 'thanks', 'campaign', 'order-held', 'order-refused', 'order-approved', 'order-refunded', 'refund-failed', 'order-sent', 'seller-order', 'receipt', 'email-changed', 'mobile-changed', 'passkey-added', 'new-device', 'books-differ', 'cards-tested', 'alarm')) NOT VALID;
ALTER TABLE "messages" DROP CONSTRAINT "messages_of_orders";
ALTER TABLE "messages" ADD CONSTRAINT "messages_of_orders" CHECK (("messages"."purpose" in ('order-held', 'order-refused', 'order-approved', 'order-refunded', 'refund-failed', 'order-sent', 'seller-order', 'receipt')) = ("messages"."order_id" is not null)) NOT VALID;
ALTER TABLE "messages" ADD CONSTRAINT "messages_of_redemptions" CHECK (("messages"."purpose" = 'gift-redeemed') = ("messages"."redemption_id" is not null)) NOT VALID;
ALTER TABLE "messages" ADD CONSTRAINT "messages_of_sellers" CHECK (("messages"."purpose" = 'seller-order') = ("messages"."seller_id" is not null)) NOT VALID;
