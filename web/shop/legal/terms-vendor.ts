import type { LegalSection } from './legal-text.ts';

export const vendorTerms: LegalSection = {
  id: 'vendor-terms',
  title: 'Vendor Terms',
  intro: 'For businesses that sell on {shop}.',
  clauses: [
    {
      title: 'Becoming a Vendor',
      body: [
        'A Vendor is a current subscriber whose goods we have approved before they are shown. There is no subscription charge.',
        'We look at the goods before they go on sale and may refuse or withdraw what is unlawful, unsafe, wrongly described or not the Vendor’s to sell.',
        'The Vendor tells us its ABN, its bank account and a contact, and keeps them up to date.',
      ],
    },
    {
      title: 'The sale is yours',
      body: [
        'The contract of sale is between you and the Member. You set prices, hold stock, deliver in time and meet the consumer guarantees. The Operator acts only as your payment and processing agent, and receives the Member’s payment on your behalf.',
      ],
    },
    {
      title: 'Gift cards',
      body: [
        'You honour every gift card sold in your name until its expiry date, which is never less than three years after it was supplied, and shows on the card. You charge no fee for holding or using it. A balance that is left stays on the card.',
      ],
    },
    {
      title: 'Commission and fees',
      body: [
        [
          'The commission is 3.1% of the order price.',
          'The service fee is 2.9% of the order price.',
          'There is no subscription charge.',
        ],
        'Both are taken from the amount before it is paid out. On an order price of $100.00 that is $3.10 and $2.90, and $94.00 is paid out. Prices of our services include GST where it applies.',
      ],
    },
    {
      title: 'Reconciliation and payout',
      body: [
        'The reconciliation period is 7 days and ends at 11.59am on Monday, Sydney time (11.59am Monday). We pay out what you are owed within 2 business days after the period ends.',
        'A tax invoice for our commission and fees is issued within 14 days after month end.',
      ],
    },
    {
      title: 'Refunds and chargebacks',
      body: [
        'Only the Vendor requests refunds, and does so through the vendor portal. We carry out the request and take the amount from your next payout.',
        'Chargebacks are allowed within 3 months of the payment. You help us to answer them, and an upheld chargeback is taken from your next payout.',
      ],
    },
    {
      title: 'Approval, refusal and suspension',
      body: [
        'We approve or refuse orders for the reasons under Other Practices, and may suspend a Vendor who breaks these terms, does not deliver or sells what may not be sold. Money held for orders under dispute is paid out when the dispute ends.',
      ],
    },
    {
      title: 'Messages to Members',
      body: [
        'Campaign messages are not sent after 8pm or before 6am, go only to people who agreed to get them, and say who sent them and how to stop them.',
      ],
    },
    {
      title: 'What you learn about Members',
      body: [
        'You use a Member’s name, address and number to deliver the order and to answer questions about it, and for nothing else without the Member’s agreement. Personal information we handle for you is handled under the Data Processing Agreement.',
      ],
    },
    {
      title: 'Liability',
      body: [
        'The Vendor’s liability to the Operator under these terms is capped at $1.00 in total. The cap does not apply to amounts settled under Reconciliation and payout, to fraud, or where the law does not allow it.',
      ],
    },
    {
      title: 'Change and end',
      body: [
        'We give 30 days’ notice of a change to these terms. You may leave at any time; orders already placed and gift cards already sold are still honoured and settled.',
      ],
    },
  ],
};
