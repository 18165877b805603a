CREATE TABLE "gift_card_thanks" (
	"gift_card_id" bigint PRIMARY KEY NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "gift_card_thanks_message" CHECK (length("gift_card_thanks"."message") between 1 and 140),
	CONSTRAINT "gift_card_thanks_gift_card_id_gift_cards_id_fk" FOREIGN KEY ("gift_card_id") REFERENCES "gift_cards"("id")
);

ALTER TABLE "messages" DROP CONSTRAINT "messages_purpose";
ALTER TABLE "messages" ADD CONSTRAINT "messages_purpose" CHECK ("messages"."purpose" in ('code', 'gift', 'gift-failed', 'thanks', 'campaign', 'order-held', 'order-refused', 'order-approved', 'order-refunded', 'refund-failed', 'order-sent', 'receipt', 'email-changed', 'mobile-changed'));
ALTER TABLE "messages" DROP CONSTRAINT "messages_of_gift_cards";
ALTER TABLE "messages" ADD CONSTRAINT "messages_of_gift_cards" CHECK (("messages"."purpose" in ('gift', 'gift-failed', 'thanks')) = ("messages"."gift_card_id" is not null));
