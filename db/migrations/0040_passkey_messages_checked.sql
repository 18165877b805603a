-- Those that were there before the kind passkey-added.
ALTER TABLE "messages" VALIDATE CONSTRAINT "messages_purpose";
