-- Gift cards that lie on a cart, to pay for it.
CREATE TABLE "cart_gift_cards" (
	"cart_id" bigint NOT NULL,
	"gift_card_id" bigint NOT NULL,
	"code_hash" text,
	"is_first" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "cart_gift_cards_cart_id_gift_card_id_pk" PRIMARY KEY("cart_id","gift_card_id"),
	CONSTRAINT "cart_gift_cards_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "carts"("id") ON DELETE cascade,
	CONSTRAINT "cart_gift_cards_gift_card_id_gift_cards_id_fk" FOREIGN KEY ("gift_card_id") REFERENCES "gift_cards"("id")
);
CREATE INDEX "cart_gift_cards_card" ON "cart_gift_cards" USING btree ("gift_card_id");

-- Refunds go back where the money came from: to the payment card by its payment, or to gift cards.
ALTER TABLE "refunds" ALTER COLUMN "payment_id" DROP NOT NULL;
ALTER TABLE "refunds" ADD COLUMN "tender" text DEFAULT 'payment card' NOT NULL;
ALTER TABLE "refunds" ADD COLUMN "line_qty" integer;
ALTER TABLE "refunds" ADD COLUMN "restocked_qty" integer DEFAULT 0 NOT NULL;
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_tender" CHECK ("refunds"."tender" in ('payment card', 'gift card'));
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_of_tender" CHECK (("refunds"."tender" = 'payment card') = ("refunds"."payment_id" is not null));
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_line_qty" CHECK ("refunds"."line_qty" is null or ("refunds"."line_qty" > 0 and "refunds"."order_line_id" is not null));
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_restocked" CHECK ("refunds"."restocked_qty" between 0 and coalesce("refunds"."line_qty", 0));

-- What a refund gives back to a gift card names both: the redemption it reverses and the refund.
ALTER TABLE "gift_card_entries" DROP CONSTRAINT "gift_card_entries_one_cause";
ALTER TABLE "gift_card_entries" ADD CONSTRAINT "gift_card_entries_one_cause" CHECK (num_nonnulls("gift_card_entries"."order_line_id", "gift_card_entries"."hold_id", "gift_card_entries"."redemption_id", case when "gift_card_entries"."kind" <> 'reverse' then "gift_card_entries"."refund_id" end, "gift_card_entries"."dispute_id")
        = case when "gift_card_entries"."kind" in ('expire', 'reinstate', 'correct') then 0 else 1 end);

-- Number, mobile and time find the cards that were sent to a customer.
CREATE INDEX "gift_card_details_recipient" ON "gift_card_details" USING btree ("recipient_mobile");
