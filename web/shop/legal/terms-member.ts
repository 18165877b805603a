import type { LegalSection } from './legal-text.ts';

export const memberTerms: LegalSection = {
  id: 'member-terms',
  title: 'Member Terms',
  intro: 'For people who shop on {shop}.',
  clauses: [
    {
      title: 'Who can be a Member',
      body: [
        'A Member needs an Australian mobile number and an Australian delivery address. You register once, with your name, your email and your address, and confirm your mobile with a one-time code.',
      ],
    },
    {
      title: 'Your order',
      body: [
        'Your contract of sale is with the Vendor named on the product. The Operator is only a payment and processing agent for the Vendor.',
        'When a cart holds goods of several Vendors you have one contract with each of them, and still one order and one payment.',
        'By pressing Confirm Purchase you offer to buy. The contract is made when the order is approved. The Operator approves or refuses orders for the reasons under Other Practices.',
      ],
    },
    {
      title: 'Paying',
      body: [
        'You pay by card, in Australian dollars. The price on the screen is the whole price: shipping stands beside it before you confirm, and there is no surcharge for paying by card. There is no subscription charge for Members, and no fee for using the site. The card is kept with the payment provider, so that the next purchase takes one tap; we never hold its number.',
      ],
    },
    {
      title: 'Giving a gift card',
      body: [
        'A gift card goes to the mobile number you enter, as a picture message and a text, now or at the time you choose. Please check the number: whoever opens the link can spend the card.',
        'Gift cards are not sent after 8pm or before 6am in the time zone you choose. One that falls inside these hours goes out at 6am.',
        'Until a card goes out you can change who gets it, what it says and when. Both messages are yours; keep them kind and lawful.',
      ],
    },
    {
      title: 'Having a gift card',
      body: [
        'The page behind the link shows the code, the value, the balance and the expiry date, which is at least three years after the card was supplied. It can be used in parts until the balance is spent. It is not exchanged for cash, unless the law says so.',
        'Keep the link to yourself. Treat it as you would treat money.',
      ],
    },
    {
      title: 'Shipping, returns and refunds',
      body: [
        'The Vendor delivers to your Australian delivery address and meets the consumer guarantees of the Australian Consumer Law: repair, replacement or refund where you are entitled to it. Ask the Vendor. Only the Vendor can request the refund from us, through the vendor portal. When a gift card is refunded, what is unspent on it is cancelled.',
      ],
    },
    {
      title: 'Chargebacks',
      body: [
        'If a charge on your card is not yours, tell us at once. You may ask your bank for a chargeback within 3 months of the payment.',
      ],
    },
    {
      title: 'Suspension and leaving',
      body: [
        'The Operator may suspend a Member who breaks these terms. You may ask us to close your account at any time; orders on their way are finished first.',
      ],
    },
    {
      title: 'Changes',
      body: ['We give 30 days’ notice of a change to these terms. The version you accepted is kept with your account.'],
    },
  ],
};
