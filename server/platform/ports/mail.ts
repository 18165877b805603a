export type OutgoingMail = {
  /** Unique; becomes the Message-ID, so that mail servers can deduplicate. */
  ref: string;
  to: string;
  subject: string;
  text: string;
  html: string;
};

/** `refused`: the server rejected the mail permanently. Without a response, send() throws a ProviderError. */
export type MailHanded = { state: 'sent' } | { state: 'refused'; reason: string };

export type Mail = {
  name: 'none' | 'smtp';
  send(mail: OutgoingMail): Promise<MailHanded>;
};
