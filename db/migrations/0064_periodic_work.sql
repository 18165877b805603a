-- Breaks the previous release: it takes a lease for the scheduled jobs, and a row for the hour in which it checks the books.
DROP TABLE "leases";
-- The queue says which process checks the books; a row is what a check found.
DELETE FROM "book_checks" WHERE "finished_at" IS NULL;
ALTER TABLE "book_checks" DROP CONSTRAINT "book_checks_finished";
ALTER TABLE "book_checks" ALTER COLUMN "finished_at" SET NOT NULL;
ALTER TABLE "book_checks" ALTER COLUMN "differences" SET NOT NULL;
ALTER TABLE "book_checks" ADD CONSTRAINT "book_checks_differences" CHECK ("book_checks"."differences" >= 0) NOT VALID;
