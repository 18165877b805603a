-- Messages that were there before the purposes gift-redeemed and seller-order.
ALTER TABLE "messages" VALIDATE CONSTRAINT "messages_redemption_id_gift_card_redemptions_id_fk";
ALTER TABLE "messages" VALIDATE CONSTRAINT "messages_seller_id_sellers_id_fk";
ALTER TABLE "messages" VALIDATE CONSTRAINT "messages_purpose";
ALTER TABLE "messages" VALIDATE CONSTRAINT "messages_of_orders";
ALTER TABLE "messages" VALIDATE CONSTRAINT "messages_of_redemptions";
ALTER TABLE "messages" VALIDATE CONSTRAINT "messages_of_sellers";
