-- A variant may have a picture of its own among those of its product. The release before writes none.
ALTER TABLE "variants" ADD COLUMN "picture_id" text;
ALTER TABLE "variants" ADD CONSTRAINT "variants_picture_id_pictures_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action NOT VALID;
