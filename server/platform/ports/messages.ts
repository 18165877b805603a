import type { IncomingHttpHeaders } from 'node:http';
import type { CarrierPurpose } from '#contract/carrier-purposes.ts';
import type { MessageProblem } from '#contract/gift-cards.ts';

export type OutgoingMessage = {
  /** Our own name of this message; a provider that can does not send the same ref twice. */
  ref: string;
  /** E.164 */
  to: string;
  kind: 'sms' | 'mms';
  text: string;
  /** Public address of the JPEG of a picture message. */
  mediaUrl?: string;
  purpose: CarrierPurpose;
  /** The seller's own sender id, 3 to 11 letters and digits; without it the shop's is used. */
  sender?: string | null;
};

/** A definite no: `reason` for the operator, `problem` for the customer. */
export type Refused = { state: 'refused'; reason: string; problem?: MessageProblem };

/**
 * What the carrier said. `refused`: it will not take this message, trying again is useless. A ProviderError is thrown
 * where there was no usable answer: its `mayHaveBeenApplied` tells whether the message may have gone out.
 */
export type Handed = { state: 'sent' | 'delivered'; providerId: string } | Refused;

export type Messages = {
  name: 'phone' | 'twilio' | 'clicksend' | 'webhook';
  /** True when sending the same ref again cannot reach the recipient twice. */
  idempotent: boolean;
  /** What campaign messages come from: people can reply STOP to it. */
  campaignSender: string;
  send(message: OutgoingMessage): Promise<Handed>;
};

/**
 * What the carrier reports later of a message it took: named by our ref, its own id, or both. May come late, twice and
 * out of order.
 */
export type DeliveryReport = {
  ref?: string | undefined;
  providerId?: string | undefined;
  state: 'sent' | 'delivered' | 'failed';
  /** For the operator, without names, numbers and words of the message. */
  reason?: string | undefined;
  problem?: MessageProblem | undefined;
};

/**
 * A text that somebody sent to us. `sender`: what they replied to, as campaignSender names it. `keyword`:
 * the opt-out keyword that the carrier itself recognised.
 */
export type Reply = { from: string; sender: string; text: string; keyword?: 'stop' | 'start' | undefined };

/** What the shop does with what a carrier reports; both may be called again with the same. */
export type CarrierReports = {
  report(report: DeliveryReport): Promise<void>;
  reply(reply: Reply): Promise<void>;
};

/**
 * A callback as it came: the body unread, because signatures are over it. `params`: of its path; `query` begins with '?'
 * or is ''.
 */
export type Hook = { headers: IncomingHttpHeaders; params: Record<string, string>; body: string; query: string };
/** `unreadable`: from the carrier, but not what it documents. */
export type HookAnswer = 'taken' | 'unreadable';
/** What takes a carrier's callbacks, by the path of each address. Call take() only with what is from the carrier. */
export type Hooks = Record<string, { isFromCarrier(hook: Hook): boolean; take(hook: Hook): Promise<HookAnswer> }>;
