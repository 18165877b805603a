ALTER TABLE "products" ADD COLUMN "visibility" text DEFAULT 'everywhere' NOT NULL;
ALTER TABLE "products" ADD CONSTRAINT "products_visibility" CHECK ("products"."visibility" in ('everywhere', 'lists', 'search', 'link', 'off'));
