-- A confirmed code signs in only the browser that confirmed it (docs/decisions/049). Empty: the release before did it.
ALTER TABLE "phone_verifications" ADD COLUMN "browser" text DEFAULT '';
