-- Stock of a variant that its seller has switched off. The release before sells such a variant out for good.
ALTER TABLE "variants" ADD COLUMN "off_qty" integer;
