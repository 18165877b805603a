-- A check of the books that the payment provider did not answer.
ALTER TABLE "book_checks" ADD COLUMN "provider_unanswered" boolean DEFAULT false NOT NULL;
