-- What a session's browser runs on, for customers to know it by. The release before writes none.
ALTER TABLE "sessions" ADD COLUMN "device" text;
