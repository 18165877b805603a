-- What a card that has expired got back later, for the scheduled job that expires it again.
CREATE INDEX "gift_card_accounts_value_after_expiry" ON "gift_card_accounts" USING btree ("gift_card_id") WHERE status = 'expired' and balance_cents > held_cents;

-- One row an hour: the process that wrote it checks the books.
CREATE TABLE "book_checks" (
	"hour" timestamp with time zone PRIMARY KEY NOT NULL,
	"finished_at" timestamp with time zone,
	"differences" integer
);
ALTER TABLE "book_checks" ADD CONSTRAINT "book_checks_finished" CHECK (("book_checks"."finished_at" is null) = ("book_checks"."differences" is null) and "book_checks"."differences" >= 0);

-- What did not add up, once a day.
CREATE TABLE "book_differences" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"day" text NOT NULL,
	"subject" text NOT NULL,
	"sentence" text NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	CONSTRAINT "book_differences_once_a_day" UNIQUE("day","subject")
);
CREATE INDEX "book_differences_found" ON "book_differences" USING btree ("found_at");

-- The payments and refunds of a time, which are compared with those of the provider.
CREATE INDEX "payments_created_at" ON "payments" USING btree ("created_at");
CREATE INDEX "refunds_created_at" ON "refunds" USING btree ("created_at");

ALTER TABLE "messages" ADD COLUMN "book_difference_id" bigint;
ALTER TABLE "messages" ADD CONSTRAINT "messages_book_difference_id_book_differences_id_fk" FOREIGN KEY ("book_difference_id") REFERENCES "book_differences"("id");
CREATE INDEX "messages_book_difference" ON "messages" USING btree ("book_difference_id");
ALTER TABLE "messages" DROP CONSTRAINT "messages_purpose";
ALTER TABLE "messages" ADD CONSTRAINT "messages_purpose" CHECK ("messages"."purpose" in ('code', 'gift', 'gift-failed', 'thanks', 'campaign', 'order-held', 'order-refused', 'order-approved', 'order-refunded', 'refund-failed', 'order-sent', 'receipt', 'email-changed', 'mobile-changed', 'books-differ'));
ALTER TABLE "messages" ADD CONSTRAINT "messages_of_books" CHECK (("messages"."purpose" = 'books-differ') = ("messages"."book_difference_id" is not null));
