export type OutgoingMail = {
  /** Unique; becomes the Message-ID, for deduplication. */
  ref: string;
  to: string;
  subject: string;
  text: string;
  html: string;
};

/** `refused`: permanently. No answer throws a ProviderError. */
export type MailHanded = { state: 'sent' } | { state: 'refused'; reason: string };

export type Mail = {
  name: 'none' | 'smtp';
  send(mail: OutgoingMail): Promise<MailHanded>;
};
