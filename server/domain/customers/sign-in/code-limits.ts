import { CODE_RESEND_MS, CODE_TRIES } from '#contract/rules/limits.ts';
import type { CODE_CHANNELS } from '#server/platform/database/schema/schema.ts';
import type { Settings } from '#server/settings.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
const ALARM_SHARE = 0.8;

export type CodeChannel = (typeof CODE_CHANNELS)[number];

/** The values by which a limit groups sends. A limit without any applies to the whole channel. */
export type Common = 'recipient' | 'browser' | 'client' | 'network' | 'allocation' | 'prefix';

/** `sent` counts only messages that the operator pays for. `whilePaused` applies only after many wrong guesses. */
export type SendLimit = {
  by: readonly Common[];
  requesters?: 'strangers' | 'known devices';
  unconfirmed?: true;
  sent?: true;
  whilePaused?: true;
  windowMs: number;
  maxSends: number;
};

type Caps = Pick<
  Settings,
  'CODE_SENDS_PER_MOBILE' | 'CODE_SENDS_PER_ADDRESS' | 'CODE_SENDS_PER_PREFIX' | 'CODE_SENDS_PER_DAY'
>;

/** Returns the part of a cap that strangers may use. The rest is reserved for known devices. */
export const strangerShare = (cap: number): number => Math.ceil(cap / 2);
/** `minimum` gives a household enough codes under a small cap. */
const part = (share: number, total: number, minimum: number): number => Math.max(minimum, Math.ceil(total * share));

/** Returns the limits for unknown devices. For the reasons, see docs/decisions/049. */
export function strangerLimits(caps: Caps, channel: CodeChannel): SendLimit[] {
  const each = caps.CODE_SENDS_PER_MOBILE;
  const everyone = strangerShare(caps.CODE_SENDS_PER_DAY);
  const address = caps.CODE_SENDS_PER_ADDRESS;
  const requesters = 'strangers';
  const unconfirmed = true;
  return filterForChannel(channel, [
    { by: ['recipient'], requesters, windowMs: CODE_RESEND_MS, maxSends: 1 },
    { by: ['recipient'], requesters, windowMs: HOUR, maxSends: each },
    { by: ['recipient', 'network'], requesters, unconfirmed, windowMs: HOUR, maxSends: Math.floor(each / 2) + 1 },
    { by: ['recipient', 'network'], requesters, unconfirmed, windowMs: DAY, maxSends: Math.max(4, each - 1) },
    { by: ['client'], requesters, windowMs: 10 * MINUTE, maxSends: address },
    { by: ['client'], requesters, unconfirmed, windowMs: DAY, maxSends: part(0.05, everyone, 20) },
    { by: ['network'], requesters, windowMs: 10 * MINUTE, maxSends: 2 * address },
    { by: ['network'], requesters, unconfirmed, windowMs: DAY, maxSends: part(0.1, everyone, 40) },
    { by: ['allocation'], requesters, unconfirmed, windowMs: DAY, maxSends: part(0.25, everyone, 100) },
    { by: ['prefix'], requesters, sent, windowMs: HOUR, maxSends: strangerShare(caps.CODE_SENDS_PER_PREFIX) },
    { by: [], requesters, sent, windowMs: DAY, maxSends: everyone },
    { by: [], sent, windowMs: DAY, maxSends: caps.CODE_SENDS_PER_DAY },
    { by: ['recipient'], requesters, whilePaused: true, windowMs: HOUR, maxSends: 1 },
    { by: ['recipient', 'network'], requesters, unconfirmed, whilePaused: true, windowMs: DAY, maxSends: 1 },
  ]);
}

export function knownDeviceLimits(caps: Caps, channel: CodeChannel): SendLimit[] {
  const each = caps.CODE_SENDS_PER_MOBILE;
  const requesters = 'known devices';
  return filterForChannel(channel, [
    { by: ['recipient', 'browser'], requesters, windowMs: CODE_RESEND_MS, maxSends: 1 },
    { by: ['recipient', 'browser'], requesters, windowMs: HOUR, maxSends: each },
    { by: ['recipient'], requesters, windowMs: HOUR, maxSends: 2 * each },
    { by: ['recipient'], requesters, windowMs: DAY, maxSends: 4 * each },
    { by: ['prefix'], sent, windowMs: HOUR, maxSends: caps.CODE_SENDS_PER_PREFIX },
    { by: [], sent, windowMs: DAY, maxSends: caps.CODE_SENDS_PER_DAY },
  ]);
}

const sent = true;

const filterForChannel = (channel: CodeChannel, limits: SendLimit[]): SendLimit[] =>
  channel === 'sms' ? limits : limits.filter(({ by }) => !by.includes('prefix'));

/**
 * Toll fraudsters buy blocks of consecutive numbers, so caps count numbers that differ only in the last four digits
 * together.
 */
export function derivePrefix(mobile: string): string {
  return mobile.slice(0, -4);
}

/** Returns whole seconds. `blocking`: for each limit, when the send that must leave its window was sent, or null. */
export function secondsToWait({
  limits,
  blocking,
  now,
}: {
  limits: readonly { windowMs: number }[];
  blocking: readonly (Date | null)[];
  now: Date;
}): number {
  const waits = limits.map(({ windowMs }, index) => {
    const sentAt = blocking[index];
    return sentAt ? Math.ceil((sentAt.getTime() + windowMs - now.getTime()) / 1_000) : 0;
  });
  return Math.max(0, ...waits);
}

/** After `limit` consecutive wrong codes from strangers, guessing is paused. */
export const GUESSES = { limit: 100, pauseMs: DAY };

export const allowedTries = ({ isKnown, paused }: { isKnown: boolean; paused: boolean }): number =>
  isKnown || !paused ? CODE_TRIES : 1;

/** Numbers of codes sent in the last day; `strangersOfPrefix`: in the last hour. */
export type Spend = { today: number; strangersToday: number; strangersOfPrefix: number };

/** Returns only caps that this send brought to exactly 80 %, so that each warning is sent once. */
export function nearCaps({ today, strangersToday, strangersOfPrefix }: Spend, caps: Caps): ('day' | 'prefix')[] {
  const isAt = (sends: number, cap: number): boolean => sends === Math.ceil(cap * ALARM_SHARE);
  const { CODE_SENDS_PER_DAY: day, CODE_SENDS_PER_PREFIX: prefix } = caps;
  return [
    ...(isAt(today, day) || isAt(strangersToday, strangerShare(day)) ? (['day'] as const) : []),
    ...(isAt(strangersOfPrefix, strangerShare(prefix)) ? (['prefix'] as const) : []),
  ];
}

const STEPS = 5;

/** Returns the proof-of-work factor, 1 to 16, for whichever cap strangers have used up most. */
export function workNeeded({ strangersToday, strangersOfPrefix }: Omit<Spend, 'today'>, caps: Caps): number {
  const share = Math.max(
    strangersToday / strangerShare(caps.CODE_SENDS_PER_DAY),
    strangersOfPrefix / strangerShare(caps.CODE_SENDS_PER_PREFIX),
  );
  return 2 ** Math.min(STEPS - 1, Math.floor(share * STEPS));
}
