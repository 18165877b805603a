-- The orders of before.
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_held_for";
