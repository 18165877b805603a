-- A buyer can send a card again or correct its number: every such round has messages of its own, and each change is kept.
ALTER TABLE "gift_cards" ADD COLUMN "round" integer DEFAULT 1 NOT NULL;
ALTER TABLE "outgoing_messages" ADD COLUMN "round" integer DEFAULT 1 NOT NULL;

CREATE TABLE "gift_card_changes" (
	"id" serial PRIMARY KEY NOT NULL,
	"gift_card_id" integer NOT NULL REFERENCES "gift_cards"("id"),
	"member_id" integer NOT NULL REFERENCES "members"("id"),
	"kind" text NOT NULL,
	"round" integer NOT NULL,
	"starts_round" boolean NOT NULL,
	"old_state" text NOT NULL,
	"old_mobile" text NOT NULL,
	"new_mobile" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "gift_card_changes_kind" CHECK ("gift_card_changes"."kind" in ('resend', 'correct'))
);

CREATE INDEX "gift_card_changes_card" ON "gift_card_changes" USING btree ("gift_card_id","created_at");
CREATE INDEX "gift_card_changes_member" ON "gift_card_changes" USING btree ("member_id","created_at");

-- Who changed what is never rewritten.
CREATE FUNCTION refuse_card_change_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'gift_card_changes is append-only';
END $$;

CREATE TRIGGER gift_card_changes_append_only BEFORE UPDATE OR DELETE ON gift_card_changes
  FOR EACH ROW EXECUTE FUNCTION refuse_card_change_rewrite();
