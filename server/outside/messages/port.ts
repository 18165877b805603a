export type MessagePurpose = 'code' | 'gift' | 'campaign' | 'order';

export type OutgoingMessage = {
  /** Our own name of this message; a provider that can, refuses to send the same ref twice. */
  ref: string;
  /** E.164 */
  to: string;
  kind: 'sms' | 'mms';
  text: string;
  /** Public address of the JPEG of a picture message. */
  mediaUrl?: string;
  purpose: MessagePurpose;
};

/**
 * What the carrier said. `refused`: it will not take this message, trying again is useless. A time-out or a cut
 * connection throws; whether the message went out is then unknown.
 */
export type Handed = { state: 'sent' | 'delivered'; providerId: string } | { state: 'refused'; reason: string };

export type Messages = {
  name: 'phone' | 'twilio';
  /** True when sending the same ref again cannot reach the recipient twice. */
  idempotent: boolean;
  send(message: OutgoingMessage): Promise<Handed>;
};
