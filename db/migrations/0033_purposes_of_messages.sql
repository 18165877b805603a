-- Those that were there before the kind alarm.
ALTER TABLE "messages" VALIDATE CONSTRAINT "messages_purpose";
