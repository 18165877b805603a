import type { IncomingHttpHeaders } from 'node:http';
import type { CarrierPurpose } from '#contract/carrier-purposes.ts';
import type { MessageProblem } from '#contract/gift-cards.ts';

export type OutgoingMessage = {
  /** Idempotent providers never send it twice. */
  ref: string;
  to: string;
  kind: 'sms' | 'mms';
  text: string;
  mediaUrl?: string;
  purpose: CarrierPurpose;
  /** The seller's, 3 to 11 letters and digits; defaults to the shop's. */
  sender?: string | null;
};

export type Refused = { state: 'refused'; reason: string; problem?: MessageProblem };

/** `refused`: permanently. An unusable answer throws a ProviderError; `mayHaveBeenApplied`: may have been sent. */
export type Handed = { state: 'sent' | 'delivered'; providerId: string } | Refused;

export type Messages = {
  name: 'phone' | 'twilio' | 'clicksend' | 'webhook';
  /** Whether resending a ref cannot reach the recipient twice. */
  idempotent: boolean;
  /** Must accept STOP replies. */
  campaignSender: string;
  send(message: OutgoingMessage): Promise<Handed>;
};

/** By our ref, the carrier's id or both. May be late, repeated or out of order. */
export type DeliveryReport = {
  ref?: string | undefined;
  providerId?: string | undefined;
  state: 'sent' | 'delivered' | 'failed';
  /** For the operator, without personal data. */
  reason?: string | undefined;
  problem?: MessageProblem | undefined;
};

/** `sender`: as in campaignSender. `keyword`: opt-out keyword recognised by the carrier. */
export type Reply = { from: string; sender: string; text: string; keyword?: 'stop' | 'start' | undefined };

/** Handlers must tolerate repeats. */
export type CarrierReports = {
  report(report: DeliveryReport): Promise<void>;
  reply(reply: Reply): Promise<void>;
};

/** The body is unparsed, for signatures. `query` starts with '?' or is ''. */
export type Hook = { headers: IncomingHttpHeaders; params: Record<string, string>; body: string; query: string };
/** `unreadable`: from the carrier, but undocumented. */
export type HookAnswer = 'taken' | 'unreadable';
/** By path. Call isFromCarrier() before take(). */
export type Hooks = Record<string, { isFromCarrier(hook: Hook): boolean; take(hook: Hook): Promise<HookAnswer> }>;
