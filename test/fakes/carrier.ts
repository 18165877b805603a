import type { StandIn } from './stand-in.ts';

/** A callback ready for `app.inject`. */
export type Callback = { method: 'POST'; url: string; headers: Record<string, string>; payload: string };

/** What a carrier's stand-in kept of a message: what the recipient would see. */
export type Carried = { to: string; from: string; text: string; media: string | null; ref: string; providerId: string };

/** A carrier for a test of the whole shop. */
export type TestCarrier = {
  /**
   * What the shop is started with; `base`: the address to call in place of the stand-in's own, such as a proxy's.
   */
  env: (base: string) => Record<string, string>;
  standIn: StandIn;
  carried: () => Carried[];
  report: (message: Carried, state: 'sent' | 'delivered' | 'failed') => Callback;
  reply: (reply: { from: string; text: string }) => Callback;
};
