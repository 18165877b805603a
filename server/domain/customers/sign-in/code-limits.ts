import { CODE_RESEND_MS, CODE_TRIES } from '#contract/rules/limits.ts';
import type { CODE_CHANNELS } from '#server/platform/database/schema/schema.ts';
import type { Settings } from '#server/settings.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
const ALARM_SHARE = 0.8;

/** How a code reaches its recipient. Each channel has the whole of every limit. */
export type CodeChannel = (typeof CODE_CHANNELS)[number];

/** What sends that are counted together have in common; none of it: all sends of the channel. */
export type Common = 'recipient' | 'browser' | 'client' | 'network' | 'allocation' | 'prefix';

/**
 * At most `most` sends in any `windowMs`. `of`: only those asked for by strangers, or by known devices; `unconfirmed`:
 * only those whose code nobody has confirmed; `sent`: only those that went out, for which the operator pays;
 * `whilePaused`: holds after many wrong guesses only.
 */
export type SendLimit = {
  by: readonly Common[];
  of?: 'strangers' | 'known devices';
  unconfirmed?: true;
  sent?: true;
  whilePaused?: true;
  windowMs: number;
  most: number;
};

type Caps = Pick<
  Settings,
  'CODE_SENDS_PER_MOBILE' | 'CODE_SENDS_PER_ADDRESS' | 'CODE_SENDS_PER_PREFIX' | 'CODE_SENDS_PER_DAY'
>;

/** What strangers have of a cap; the rest is kept for known devices. */
export const shareOfStrangers = (cap: number): number => Math.ceil(cap / 2);
/** So that a small cap leaves a household its codes. */
const part = (share: number, of: number, least: number): number => Math.max(least, Math.ceil(of * share));

/** The limits of who asks from a browser that the account does not know (docs/decisions/049). */
export function strangerLimits(caps: Caps, channel: CodeChannel): SendLimit[] {
  const each = caps.CODE_SENDS_PER_MOBILE;
  const everyone = shareOfStrangers(caps.CODE_SENDS_PER_DAY);
  const address = caps.CODE_SENDS_PER_ADDRESS;
  const of = 'strangers';
  const unconfirmed = true;
  return ofChannel(channel, [
    { by: ['recipient'], of, windowMs: CODE_RESEND_MS, most: 1 },
    { by: ['recipient'], of, windowMs: HOUR, most: each },
    { by: ['recipient', 'network'], of, unconfirmed, windowMs: HOUR, most: Math.floor(each / 2) + 1 },
    { by: ['recipient', 'network'], of, unconfirmed, windowMs: DAY, most: Math.max(4, each - 1) },
    { by: ['client'], of, windowMs: 10 * MINUTE, most: address },
    { by: ['client'], of, unconfirmed, windowMs: DAY, most: part(0.05, everyone, 20) },
    { by: ['network'], of, windowMs: 10 * MINUTE, most: 2 * address },
    { by: ['network'], of, unconfirmed, windowMs: DAY, most: part(0.1, everyone, 40) },
    { by: ['allocation'], of, unconfirmed, windowMs: DAY, most: part(0.25, everyone, 100) },
    { by: ['prefix'], of, sent, windowMs: HOUR, most: shareOfStrangers(caps.CODE_SENDS_PER_PREFIX) },
    { by: [], of, sent, windowMs: DAY, most: everyone },
    { by: [], sent, windowMs: DAY, most: caps.CODE_SENDS_PER_DAY },
    { by: ['recipient'], of, whilePaused: true, windowMs: HOUR, most: 1 },
    { by: ['recipient', 'network'], of, unconfirmed, whilePaused: true, windowMs: DAY, most: 1 },
  ]);
}

/** The limits of a known device: its own, those of all that the account knows, and what the operator pays for. */
export function knownDeviceLimits(caps: Caps, channel: CodeChannel): SendLimit[] {
  const each = caps.CODE_SENDS_PER_MOBILE;
  const of = 'known devices';
  return ofChannel(channel, [
    { by: ['recipient', 'browser'], of, windowMs: CODE_RESEND_MS, most: 1 },
    { by: ['recipient', 'browser'], of, windowMs: HOUR, most: each },
    { by: ['recipient'], of, windowMs: HOUR, most: 2 * each },
    { by: ['recipient'], of, windowMs: DAY, most: 4 * each },
    { by: ['prefix'], sent, windowMs: HOUR, most: caps.CODE_SENDS_PER_PREFIX },
    { by: [], sent, windowMs: DAY, most: caps.CODE_SENDS_PER_DAY },
  ]);
}

const sent = true;

/** Mailboxes are in no run of numbers. */
const ofChannel = (channel: CodeChannel, limits: SendLimit[]): SendLimit[] =>
  channel === 'sms' ? limits : limits.filter(({ by }) => !by.includes('prefix'));

/** The number less its last four digits: a run of numbers bought together, as toll fraud uses them. */
export function prefixOf(mobile: string): string {
  return mobile.slice(0, -4);
}

/**
 * Whole seconds until every limit allows another send, 0 when they do now. `blocking` holds for each limit the send
 * that must leave its window first, null where the limit still has room.
 */
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

/** Wrong codes of strangers in a row after which guessing a recipient's codes pauses, and for how long. */
export const GUESSES = { most: 100, pauseMs: DAY };

/** How often a code may be tried. */
export const triesOf = ({ known, paused }: { known: boolean; paused: boolean }): number =>
  known || !paused ? CODE_TRIES : 1;

/** What was sent: in the last day in all and for strangers, and in the last hour for strangers of this run of numbers. */
export type Spend = { today: number; strangersToday: number; strangersOfPrefix: number };

/** The caps that a spend has just come to 80 % of, by this one send. */
export function nearCaps({ today, strangersToday, strangersOfPrefix }: Spend, caps: Caps): ('day' | 'prefix')[] {
  const isAt = (sends: number, cap: number): boolean => sends === Math.ceil(cap * ALARM_SHARE);
  const { CODE_SENDS_PER_DAY: day, CODE_SENDS_PER_PREFIX: prefix } = caps;
  return [
    ...(isAt(today, day) || isAt(strangersToday, shareOfStrangers(day)) ? (['day'] as const) : []),
    ...(isAt(strangersOfPrefix, shareOfStrangers(prefix)) ? (['prefix'] as const) : []),
  ];
}

const STEPS = 5;

/** How many times the least work the human check asks a stranger for: 1, 2, 4, 8 or 16, by the larger share of a cap. */
export function workNeeded({ strangersToday, strangersOfPrefix }: Omit<Spend, 'today'>, caps: Caps): number {
  const share = Math.max(
    strangersToday / shareOfStrangers(caps.CODE_SENDS_PER_DAY),
    strangersOfPrefix / shareOfStrangers(caps.CODE_SENDS_PER_PREFIX),
  );
  return 2 ** Math.min(STEPS - 1, Math.floor(share * STEPS));
}
