-- A sku or handle of a file is the seller's own name for a product: two sellers may use the same one. A public sku stays
-- unique in the shop; own_sku has the seller's where the two differ. The release before reads neither.
ALTER TABLE "products" ADD COLUMN "own_sku" text;
ALTER TABLE "variants" ADD COLUMN "own_sku" text;
ALTER TABLE "products" DROP CONSTRAINT "products_handle_unique";
