-- The numbers of a change are forgotten after a while (server/gift-cards/forget-numbers.ts): whose number it was is no longer
-- anybody's business then, that it was changed, when and by whom stays. Nothing else of a change can be rewritten.
CREATE OR REPLACE FUNCTION refuse_card_change_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.old_mobile = '' AND NEW.new_mobile = ''
    AND to_jsonb(NEW) - '{old_mobile,new_mobile}'::text[] = to_jsonb(OLD) - '{old_mobile,new_mobile}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'gift_card_changes is append-only';
END $$;

CREATE INDEX "gift_card_changes_numbers" ON "gift_card_changes" USING btree ("created_at") WHERE old_mobile <> '' or new_mobile <> '';
