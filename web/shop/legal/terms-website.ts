import type { LegalSection } from './legal-text.ts';

export const overview: LegalSection = {
  id: 'overview',
  title: 'Overview',
  intro: 'A one-page summary. The sections below are the agreement.',
  clauses: [
    {
      title: 'Who we are',
      body: [
        '{shop} is run by {operator} (ABN {abn}), called the Operator or “we” in these terms. You reach us at {contact}.',
        'People who shop here are called Members. Businesses that sell here are called Vendors.',
      ],
    },
    {
      title: 'The words we use',
      body: [
        [
          'Member: a person who has registered to shop here.',
          'Vendor: a business that has subscribed to sell here. Subscribing means accepting the Vendor Terms and costs nothing; a subscriber is current until one of us ends it or it is suspended.',
          'Order price: what a Member pays for what a Vendor sold in an order.',
          'Business day: a day from Monday to Friday that is no public holiday in New South Wales.',
          'Vendor portal: the part of this service in which Vendors see their orders and request refunds.',
        ],
        'They are words of these terms only. In the shop itself there are visitors and people who have signed in.',
      ],
    },
    {
      title: 'We are only a payment and processing agent',
      body: [
        'The Operator is only a payment and processing agent. We show what Vendors offer, take the payment, pass on the order and send gift card messages. We do not sell the goods or the gift cards ourselves.',
        'The contract of sale is between the Vendor and the Member. We are not a party to it.',
      ],
    },
    {
      title: 'The terms in short',
      body: [
        [
          'A Member needs an Australian mobile number and an Australian delivery address.',
          'We approve or refuse every order, and we may suspend Vendors or Members.',
          'Only the Vendor can request a refund, and does so through the vendor portal.',
          'Vendors pay a commission of 3.1% and a service fee of 2.9%, and no subscription charge.',
          'A chargeback is allowed within 3 months of the payment.',
          'We give 30 days’ notice before these terms change.',
          'Gift and campaign messages are not sent after 8pm or before 6am.',
        ],
      ],
    },
    {
      title: 'How these terms fit together',
      body: [
        'The Overview, the Website Terms of Use, the Fair Use Policy and Other Practices apply to everyone who uses this site. The Data Processing Agreement is a sample of the one we enter into with Vendors. The Vendor Terms apply to Vendors, the Member Terms to Members.',
        'Nothing in these terms takes away a right you have under the Australian Consumer Law or any other law that cannot be excluded.',
      ],
    },
    {
      title: 'Changes to these terms',
      body: [
        'We give 30 days’ notice of a change to these terms, by a message to your mobile or your email address and on this page. The version you accepted applies to orders placed before the change begins.',
        'If you do not agree with a change you may stop using the site before it begins, at no cost.',
      ],
    },
  ],
};

export const websiteTerms: LegalSection = {
  id: 'website-terms-of-use',
  title: 'Website Terms of Use',
  intro: 'These apply to anyone who opens the site, whether or not they buy.',
  clauses: [
    {
      title: 'Using the site',
      body: [
        'You may look around without signing in. To buy, you confirm a mobile number with a one-time code. There is no username and no password: whoever holds the phone holds the account, so keep it locked, and tell us when you lose it.',
        'A sign-in lasts 55 minutes. Signing out ends it at once on every screen that used it.',
      ],
    },
    {
      title: 'What you may not do',
      body: [
        [
          'Use the number, the payment card or the name of someone else without their permission.',
          'Try to get around a check, a limit or another person’s account.',
          'Copy the catalogue by a program, or load the site in a way that slows it for others.',
          'Send a gift or a message that threatens, harasses or deceives the person who gets it.',
        ],
      ],
    },
    {
      title: 'What is shown',
      body: [
        'Descriptions, pictures, prices and stock come from the Vendors. We ask them to be accurate and correct what we find to be wrong, but we do not promise that every page is free of mistakes.',
        'Prices are in Australian dollars. An amount shown in another currency is a conversion for information; the charge is in Australian dollars.',
      ],
    },
    {
      title: 'Rights in the content',
      body: [
        'The site, its drawings and its words belong to the Operator, the Vendors or those who license them to us. You may use them to shop and to send a gift, and not otherwise.',
      ],
    },
    {
      title: 'Availability and liability',
      body: [
        'We work to keep the site running but may stop it for maintenance or for reasons outside our control. As far as the law allows, we are not liable for losses that follow from the site being unavailable, or for what a Vendor does or leaves undone.',
      ],
    },
    {
      title: 'Law',
      body: ['These terms follow the law of New South Wales, Australia, and its courts decide disputes about them.'],
    },
  ],
};

export const fairUse: LegalSection = {
  id: 'fair-use-policy',
  title: 'Fair Use Policy',
  intro: 'Text and picture messages reach people in their pockets. This is how we keep that a pleasure.',
  clauses: [
    {
      title: 'Quiet hours',
      body: [
        'Gift and campaign messages are not sent after 8pm or before 6am. What counts is the time zone chosen for the delivery. A gift card scheduled inside these hours goes out at 6am, and the preview says so before you pay.',
        'One-time sign-in codes are sent at any hour, because you have just asked for one.',
      ],
    },
    {
      title: 'Reasonable numbers',
      body: [
        'We limit how many codes a mobile, a network address and a range of numbers can ask for, and how many orders a Member can place in an hour. The site tells you when a limit is reached and how long to wait.',
      ],
    },
    {
      title: 'Only people who would want it',
      body: [
        'Send gift cards to people you know. Vendors send campaign messages only to people who agreed to get them, name themselves in every message and offer a way to stop them, as the Spam Act 2003 requires.',
      ],
    },
    {
      title: 'When it is not fair use',
      body: [
        'We may hold back messages, refuse orders or suspend a Vendor or a Member whose use harms others or breaks the law. Where we can, we say so first and give a chance to put it right.',
      ],
    },
  ],
};

export const otherPractices: LegalSection = {
  id: 'other-practices',
  title: 'Other Practices',
  clauses: [
    {
      title: 'How orders are approved or refused',
      body: [
        'The Operator approves or refuses orders. Until an order is approved its payment is only authorised and nothing is delivered. An order is refused for one of these reasons:',
        [
          'Fraud is suspected.',
          'The order is unlawful.',
          'The order or the person behind it is unverifiable.',
          'The payment is declined.',
          'The order comes from a suspended Member.',
        ],
        'When an order is refused the authorisation is released and the Member is told.',
      ],
    },
    {
      title: 'Suspension',
      body: [
        'The Operator may suspend Vendors or Members who break these terms, put others at risk or are under investigation. A suspension does not take away gift cards that were already paid for and delivered.',
      ],
    },
    {
      title: 'Refunds',
      body: [
        'Only the Vendor requests refunds. The Vendor does so through the vendor portal, and we return the money to the payment card that was used. A Member who wants a refund asks the Vendor; we pass the request on when asked.',
      ],
    },
    {
      title: 'Chargebacks',
      body: [
        'A chargeback is allowed within 3 months of the payment. The Vendor gives us what is needed to answer it, and bears it when the card scheme upholds it.',
      ],
    },
    {
      title: 'Complaints',
      body: [
        'Write to {contact}. We answer you and say what we will do. You may also turn to your state’s consumer affairs or fair trading office at any time.',
      ],
    },
  ],
};
