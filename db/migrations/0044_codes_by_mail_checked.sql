-- Rows that were there before the channel, and before the purpose new-device.
ALTER TABLE "sign_in_codes" VALIDATE CONSTRAINT "sign_in_codes_channel";
ALTER TABLE "messages" VALIDATE CONSTRAINT "messages_purpose";
