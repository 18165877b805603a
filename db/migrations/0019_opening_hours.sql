-- When a seller is open, as it writes it.
ALTER TABLE "sellers" ADD COLUMN "contact_hours" text;
