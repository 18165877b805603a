import type { LegalText } from './legal-text.ts';

export const privacy: LegalText = {
  title: 'Privacy Policy',
  version: '2020-09-11',
  summary: 'What we know about you, why, who else sees it, and how to have it shown, corrected or deleted.',
  sections: [
    {
      id: 'who-we-are',
      title: 'Who we are',
      clauses: [
        {
          title: 'The Operator',
          body: [
            '{shop} is run by {operator} (ABN {abn}). We handle personal information under the Privacy Act 1988 and the Australian Privacy Principles. Write to us at {contact}.',
          ],
        },
      ],
    },
    {
      id: 'what-we-collect',
      title: 'What we collect',
      clauses: [
        {
          title: 'From Members',
          body: [
            [
              'Your mobile number, confirmed by a one-time code. There is no password to lose.',
              'Your name, your email and your addresses, from registration and checkout.',
              'What you ordered, when, and what became of it.',
              'Of a payment card: brand, last four digits and expiry. The number goes to the payment provider and never reaches us.',
            ],
          ],
        },
        {
          title: 'About people who are sent a gift card',
          body: [
            'Name and mobile number, as the buyer entered them, the words of the message, and whether the card was delivered and opened. We use them to deliver that card, and for nothing else: no other message goes to that number because of it.',
          ],
        },
        {
          title: 'From requests for a demonstration',
          body: [
            'What you enter in the form, and the network address it came from. If you tick the box we may also write to you about news; you can stop that with one reply.',
          ],
        },
        {
          title: 'From businesses that sell here',
          body: [
            'The name, contact, ABN and bank account of a Vendor, to show who sells and to pay out what it is owed.',
          ],
        },
        {
          title: 'From anyone who opens the site',
          body: [
            'Network address and the pages asked for, in short-lived logs that keep the site safe. No advertising, no tracking and no analytics of other companies.',
          ],
        },
      ],
    },
    {
      id: 'on-your-device',
      title: 'What is kept on your device',
      clauses: [
        {
          title: 'In the storage of your browser',
          body: [
            'So that nothing typed is lost and the shop opens at once, your browser keeps these for us. Nobody else can read them there:',
            [
              'Your sign-in, your mobile number and your country.',
              'The gift cards you have begun, with the names, numbers and words you typed, until they are bought.',
              'Products that still have to go back into your cart when a checkout was interrupted.',
              'Pages and pictures you have opened, so that they show without a connection.',
            ],
            'Signing out removes all that is about you or your friends. The rest holds no name, and you can clear it in your browser.',
          ],
        },
        {
          title: 'Cookies',
          body: [
            'We set two cookies. One holds the language that you choose, for a year. The other is set when you ask for a sign-in code: it lets us know your device again, for 400 days, so that nobody can use up your codes. It holds a random number and does not say who you are. When you pay, the payment provider may set cookies of its own to keep the payment safe.',
          ],
        },
      ],
    },
    {
      id: 'who-else-sees-it',
      title: 'Who else sees it',
      clauses: [
        {
          title: 'The people needed to do what you asked',
          body: [
            [
              'The Vendor you buy from: name, address and order, to deliver and to answer questions.',
              'The payment provider: the payment and your card.',
              'The carrier of messages: mobile number and message.',
              'The person who gets your gift card: your first name, and the words you wrote.',
              'Courts and authorities, where a law says so.',
            ],
            'We do not sell personal information.',
          ],
        },
        {
          title: 'Outside Australia',
          body: [
            'Some providers work abroad. They get what they need for their part only, and are bound to protect it as we are.',
          ],
        },
      ],
    },
    {
      id: 'how-we-protect-it',
      title: 'How we protect it',
      clauses: [
        {
          title: 'Kept safe',
          body: [
            'Everything travels encrypted. One-time codes are kept only as hashes, gift card codes are sealed, and card numbers are not kept at all. The page behind a gift card’s link is not indexed, not cached and not told to other sites.',
          ],
        },
        {
          title: 'Kept as long as needed',
          body: [
            'We keep your account until you ask us to close it. Other things have an end of their own:',
            [
              'Orders and payments: seven years, as tax law requires. Then they lose name and address.',
              'Who a gift card is for and what it says: until 90 days after it has expired, or two years after its sale once it is spent. Of a card that you took out of the cart: seven days.',
              'Where our messages went: 90 days. One-time codes: two days.',
              'Requests for a demonstration: two years.',
            ],
          ],
        },
        {
          title: 'If something goes wrong',
          body: [
            'If a breach is likely to cause serious harm, we tell the people concerned and the Office of the Australian Information Commissioner, and say what to do.',
          ],
        },
      ],
    },
    {
      id: 'your-choices',
      title: 'Your choices',
      clauses: [
        {
          title: 'See, correct, delete',
          body: [
            'Your account shows your details and lets you change your addresses. Ask us at {contact} for a copy of what we hold, to correct it, or to close your account and delete what no law tells us to keep. We delete when your orders are delivered and your gift cards are sent. Gift cards you gave stay good, and if you told us to send you no offers, we keep that.',
          ],
        },
        {
          title: 'Look around without a name',
          body: [
            'You can browse without telling us who you are. To buy we need your mobile, your name and your address: without them an order can neither be approved nor delivered.',
          ],
        },
        {
          title: 'Messages about offers',
          body: [
            'A business sends you campaign messages only if you agreed to get them. Each one says who sent it and how to stop them. Messages about your own orders are not advertising and come in any case.',
          ],
        },
        {
          title: 'Complain',
          body: [
            'Tell us first: we answer within 30 days. If the answer does not satisfy you, or none comes, turn to the Office of the Australian Information Commissioner at oaic.gov.au.',
          ],
        },
      ],
    },
  ],
};
