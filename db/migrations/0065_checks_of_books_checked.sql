-- Rows that were there.
ALTER TABLE "book_checks" VALIDATE CONSTRAINT "book_checks_differences";
