-- Whether an email may prove its customer. One given at a registration through a link does not until a code signs in;
-- until now the year 9999 marked it. The release before confirms none and registers all as confirmed.
ALTER TABLE "customers" ADD COLUMN "email_confirmed" boolean DEFAULT true NOT NULL;
UPDATE "customers" SET "email_confirmed" = false, "email_changed_at" = NULL WHERE "email_changed_at" = '9999-12-31T00:00:00Z';
