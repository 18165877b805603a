-- What files of other shops know and the shop did not: the handle a product goes by there, and the name of an option that is neither
-- a colour nor a size and therefore stands in the place of the size.
ALTER TABLE "products" ADD COLUMN "handle" text;
ALTER TABLE "products" ADD CONSTRAINT "products_handle_unique" UNIQUE("handle");
ALTER TABLE "option_values" ADD COLUMN "label" text;
