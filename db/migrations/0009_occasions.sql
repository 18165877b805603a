-- What a wrapping is for; null: any day. A shop's wrappings are those of the demonstration, also after an import.
ALTER TABLE "templates" ADD COLUMN "occasion" text;

UPDATE "templates" t SET "occasion" = known."occasion"
  FROM (VALUES ('birthday-cake', 'birthday'), ('birthday-balloons', 'birthday'), ('birthday-bear', 'birthday'),
    ('thank-you-wattle', 'thank-you'), ('wedding-arch', 'wedding'), ('new-baby-moon', 'new-baby'),
    ('christmas-wreath', 'christmas'), ('christmas-beach', 'christmas'), ('congratulations', 'congratulations'),
    ('thinking-of-you', 'thinking-of-you'), ('good-luck', 'good-luck'), ('new-home', 'new-home'),
    ('anniversary', 'anniversary'), ('get-well', 'get-well')) known ("key", "occasion")
  WHERE t."mms_template_id" = known."key";

ALTER TABLE "templates" ADD CONSTRAINT "templates_occasion" CHECK ("templates"."occasion" in ('birthday', 'thank-you', 'congratulations', 'new-baby', 'wedding', 'anniversary', 'new-home', 'christmas', 'good-luck', 'get-well', 'thinking-of-you'));

-- Search finds a gift card by what it is for. From now on the triggers of db/functions.sql count these words.
INSERT INTO "search_vocabulary" AS known ("word", "uses")
  SELECT part COLLATE "C", count(*) FROM "templates", string_to_table(search_fold("occasion"), ' ') part
    WHERE part <> '' GROUP BY 1 ORDER BY 1
  ON CONFLICT ("word") DO UPDATE SET "uses" = known."uses" + excluded."uses";
