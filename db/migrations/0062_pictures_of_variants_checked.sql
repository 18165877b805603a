-- The variants of before.
ALTER TABLE "variants" VALIDATE CONSTRAINT "variants_picture_id_pictures_id_fk";
