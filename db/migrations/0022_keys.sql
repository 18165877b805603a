-- By what a database knows the keys that its shop is started with.
CREATE TABLE "key_checks" (
	"key_id" text PRIMARY KEY NOT NULL,
	"check_value" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);

-- Which keys still have cards: asked at every start, and of all cards when they are sealed anew.
CREATE INDEX "gift_cards_sealing_key" ON "gift_cards" USING btree ((case when strpos(sealed, '.') > 0 then split_part(sealed, '.', 1) else 'session' end));
