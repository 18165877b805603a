import type { LegalSection } from './legal-text.ts';

export const dataAgreement: LegalSection = {
  id: 'data-processing-agreement',
  title: 'Data Processing Agreement (sample)',
  intro:
    'A sample of the agreement the Operator enters into with each Vendor. The Vendor decides why personal information is used (the Controller); the Operator handles it on the Vendor’s behalf (the Processor).',
  clauses: [
    {
      title: 'What is processed, and why',
      body: [
        'Names, mobile numbers, addresses and orders of Members, and the names, mobile numbers and messages of people who are sent a gift card. They are processed to show goods, take payment, deliver, send messages and settle with the Vendor, and for nothing else.',
      ],
    },
    {
      title: 'The Processor’s duties',
      body: [
        [
          'Acts on the Controller’s written instructions, of which these terms are the first.',
          'Binds everyone with access to confidentiality.',
          'Encrypts information in transit, keeps card codes sealed at rest and lets only those see it who need to.',
          'Helps the Controller to answer people who ask to see, correct or delete their information.',
          'Tells the Controller without undue delay of a breach, with what is known of its extent.',
        ],
      ],
    },
    {
      title: 'Sub-processors',
      body: [
        'The Processor uses providers for payment and for text and picture messages. It gives the Controller 5 days’ notice before it adds or replaces a sub-processor; the Controller may object within that time. Each sub-processor is bound to the same duties, and the Processor answers for it.',
      ],
    },
    {
      title: 'Audit',
      body: [
        'The Controller may check that this agreement is kept, by itself or through an independent auditor, on 5 days’ notice of the audit, in business hours.',
      ],
    },
    {
      title: 'Transfers',
      body: [
        'Information stays in Australia, or goes only to a country or a provider that protects it to the standard of the Australian Privacy Principles.',
      ],
    },
    {
      title: 'Term and end',
      body: [
        'The agreement runs as long as the Vendor sells here. Either side may end it with 1 month’s notice of termination.',
        'When it ends, the Processor returns or deletes the information, but for what a law tells it to keep.',
      ],
    },
    {
      title: 'What survives',
      body: ['The duties of confidentiality and security survive the end of this agreement for 2 years.'],
    },
  ],
};
