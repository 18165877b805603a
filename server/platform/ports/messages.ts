import type { IncomingHttpHeaders } from 'node:http';
import type { CarrierPurpose } from '#contract/carrier-purposes.ts';
import type { MessageProblem } from '#contract/gift-cards.ts';

export type OutgoingMessage = {
  /** Idempotent carriers never send a message with the same ref twice. */
  ref: string;
  to: string;
  kind: 'sms' | 'mms';
  text: string;
  mediaUrl?: string;
  purpose: CarrierPurpose;
  /** The seller's sender id, 3 to 11 letters and digits; defaults to the shop's. */
  sender?: string | null;
};

export type Refused = { state: 'refused'; reason: string; problem?: MessageProblem };

/**
 * `refused`: permanently rejected. An unusable response throws a ProviderError, with `mayHaveBeenApplied` if the
 * message may have been sent.
 */
export type Handed = { state: 'sent' | 'delivered'; providerId: string } | Refused;

export type Messages = {
  name: 'phone' | 'twilio' | 'clicksend' | 'webhook';
  /** True if resending a message with the same ref cannot reach the recipient twice. */
  idempotent: boolean;
  /** The sender of campaigns, which must accept STOP replies. */
  campaignSender: string;
  send(message: OutgoingMessage): Promise<Handed>;
};

/** Identified by our ref, the carrier's id or both. Reports may be late, repeated or out of order. */
export type DeliveryReport = {
  ref?: string | undefined;
  providerId?: string | undefined;
  state: 'sent' | 'delivered' | 'failed';
  /** Shown to operators, so it must not contain personal data. */
  reason?: string | undefined;
  problem?: MessageProblem | undefined;
};

/** `sender`: which of our senders received the reply. `keyword`: opt-out keyword recognised by the carrier. */
export type Reply = { from: string; sender: string; text: string; keyword?: 'stop' | 'start' | undefined };

/** Handlers must tolerate duplicate reports and replies. */
export type CarrierReports = {
  report(report: DeliveryReport): Promise<void>;
  reply(reply: Reply): Promise<void>;
};

/** The body is unparsed, for signature checks. `query` starts with '?' or is ''. */
export type Hook = { headers: IncomingHttpHeaders; params: Record<string, string>; body: string; query: string };
/** `unreadable`: the request is from the carrier, but in an undocumented format. */
export type HookAnswer = 'taken' | 'unreadable';
/** Webhooks keyed by path. Call isFromCarrier() before take(). */
export type Hooks = Record<string, { isFromCarrier(hook: Hook): boolean; take(hook: Hook): Promise<HookAnswer> }>;
