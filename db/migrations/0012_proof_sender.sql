-- Who proved a mobile: a registration that does not show the jwt of the proof must come from there. Proofs from before live for
-- fifteen minutes and know no sender.
ALTER TABLE "mobile_proofs" ADD COLUMN "sender" text;
