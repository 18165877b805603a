CREATE TABLE "composed_pictures" (
	"key" text PRIMARY KEY NOT NULL,
	"jpeg" bytea NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "composed_pictures_240_kb" CHECK (octet_length("composed_pictures"."jpeg") <= 240000)
);
-- A JPEG is compressed already: to try it again costs time at every write.
ALTER TABLE "composed_pictures" ALTER COLUMN "jpeg" SET STORAGE EXTERNAL;

-- What was composed before is kept by what it shows, too: equal bytes once.
INSERT INTO "composed_pictures" ("key", "jpeg", "created_at")
  SELECT DISTINCT ON (sha256("jpeg")) encode(sha256("jpeg"), 'hex'), "jpeg", "created_at" FROM "message_pictures";
ALTER TABLE "message_pictures" ADD COLUMN "picture_key" text;
UPDATE "message_pictures" SET "picture_key" = encode(sha256("jpeg"), 'hex');
ALTER TABLE "message_pictures" ALTER COLUMN "picture_key" SET NOT NULL;
ALTER TABLE "message_pictures" DROP COLUMN "jpeg";
ALTER TABLE "message_pictures" ADD CONSTRAINT "message_pictures_picture_key_composed_pictures_key_fk" FOREIGN KEY ("picture_key") REFERENCES "composed_pictures"("key");
CREATE INDEX "message_pictures_picture_key" ON "message_pictures" ("picture_key");

ALTER TABLE "gift_cards" ADD COLUMN "tell_delivered" boolean DEFAULT false NOT NULL;
CREATE INDEX "gift_cards_queued" ON "gift_cards" ("send_at") WHERE delivery_state = 'queued';

ALTER TABLE "messages" ADD COLUMN "parts" integer;
ALTER TABLE "messages" ADD CONSTRAINT "messages_parts" CHECK ("messages"."parts" > 0);
ALTER TABLE "messages" DROP CONSTRAINT "messages_purpose";
ALTER TABLE "messages" ADD CONSTRAINT "messages_purpose" CHECK ("messages"."purpose" in ('code', 'gift', 'gift-failed', 'gift-delivered', 'gift-notice', 'thanks', 'campaign', 'order-held', 'order-refused', 'order-approved', 'order-refunded', 'refund-failed', 'order-sent', 'receipt', 'email-changed', 'mobile-changed', 'books-differ'));
ALTER TABLE "messages" DROP CONSTRAINT "messages_of_gift_cards";
ALTER TABLE "messages" ADD CONSTRAINT "messages_of_gift_cards" CHECK (("messages"."purpose" in ('gift', 'gift-failed', 'gift-delivered', 'thanks')) = ("messages"."gift_card_id" is not null));
