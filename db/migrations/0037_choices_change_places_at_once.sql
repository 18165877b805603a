-- Checked at the end of a statement, not row by row: an import lets variants change places with their choices.
ALTER TABLE "variants" DROP CONSTRAINT "variants_one_per_choice",
	ADD CONSTRAINT "variants_one_per_choice" UNIQUE USING INDEX "variants_choice" DEFERRABLE INITIALLY IMMEDIATE;
