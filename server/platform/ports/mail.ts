export type OutgoingMail = {
  /** Our own name of this mail, unique; it becomes the Message-ID, by which a mailbox can tell a second copy. */
  ref: string;
  to: string;
  subject: string;
  text: string;
  html: string;
};

/** What the mail server said; `refused`: it will never take this mail. No answer throws a ProviderError. */
export type MailHanded = { state: 'sent' } | { state: 'refused'; reason: string };

export type Mail = {
  name: 'none' | 'smtp';
  send(mail: OutgoingMail): Promise<MailHanded>;
};
