import type { StandIn } from './stand-in.ts';

export type Callback = { method: 'POST'; url: string; headers: Record<string, string>; payload: string };

export type Carried = { to: string; from: string; text: string; media: string | null; ref: string; providerId: string };

export type TestCarrier = {
  env: (base: string) => Record<string, string>;
  standIn: StandIn;
  carried: () => Carried[];
  report: (message: Carried, state: 'sent' | 'delivered' | 'failed') => Callback;
  reply: (reply: { from: string; text: string }) => Callback;
};
