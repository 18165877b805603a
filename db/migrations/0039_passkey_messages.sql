-- A customer hears of a passkey that was added. The release before sends none.
ALTER TABLE "messages" DROP CONSTRAINT "messages_purpose";
ALTER TABLE "messages" ADD CONSTRAINT "messages_purpose" CHECK ("messages"."purpose" in ('code', 'codes-near-cap', 'gift', 'gift-failed', 'gift-delivered', 'gift-notice', 'thanks', 'campaign', 'order-held', 'order-refused', 'order-approved', 'order-refunded', 'refund-failed', 'order-sent', 'receipt', 'email-changed', 'mobile-changed', 'passkey-added', 'books-differ', 'cards-tested', 'alarm')) NOT VALID;
