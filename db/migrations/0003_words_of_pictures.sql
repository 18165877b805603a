ALTER TABLE "message_pictures" ADD COLUMN "words" jsonb;
