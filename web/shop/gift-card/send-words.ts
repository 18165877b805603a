import { sendTime } from '#contract/rules/send-time.ts';
import { instantOf, parseWallTime, type WallTime, wallTimeAt } from '#contract/rules/wall-time.ts';
import { ZONES } from '#contract/rules/zones.ts';
import { type Day, daysBetween, WEEKDAYS, weekdayOf } from './calendar-grid.ts';
import { twoDigits } from './spin.ts';

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const MINUTE_MS = 60_000;

/** '9:05 am' */
export function clockText({ hour, minute }: Pick<WallTime, 'hour' | 'minute'>): string {
  return `${hour % 12 || 12}:${twoDigits(minute)} ${hour < 12 ? 'am' : 'pm'}`;
}

export function monthText({ year, month }: Pick<Day, 'year' | 'month'>): string {
  return `${MONTHS[month - 1]} ${year}`;
}

/** 'Saturday 22 November', with the year when it is not `today`'s. */
export function dateText(day: Day, today: Day): string {
  const date = `${WEEKDAYS[weekdayOf(day)]} ${day.day} ${MONTHS[day.month - 1]}`;
  return day.year === today.year ? date : `${date} ${day.year}`;
}

/** 'today', 'tomorrow' or 'on Saturday 22 November'. */
function dayWords(day: Day, today: Day): string {
  const away = daysBetween(today, day);
  return away === 0 ? 'today' : away === 1 ? 'tomorrow' : `on ${dateText(day, today)}`;
}

/** 'Sydney' for Australia/Sydney, 'New York' for America/New_York. */
export function cityOf(zone: string): string {
  return ZONES.find(({ id }) => id === zone)?.city ?? zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;
}

export type SendWords = {
  /** 'passed': the wished time lies behind; 'quiet': it falls into the night and moves to 6 am. */
  kind: 'now' | 'passed' | 'later' | 'quiet';
  sentence: string;
  /** The same moment on the buyer's own clock, when that shows something else. */
  own: string | null;
  /** The instant in milliseconds. */
  sendAt: number;
};

type Ask = { at: string; zone: string; now: number; ownZone: string; paid?: boolean };

/** When a card goes out, in words (OQ-092, LG-29, LG-30); null when `at` or `zone` says nothing. `paid`: it is bought already. */
export function sendWords({ at, zone, now, ownZone, paid = false }: Ask): SendWords | null {
  const wall = parseWallTime(at);
  const found = sendTime({ at, zone, now });
  if (!wall || !found.ok) return null;
  const { sendAt } = found;
  const late = now - instantOf(wall, zone);
  const kind = found.moved === 'quiet' ? 'quiet' : late < 0 ? 'later' : late < MINUTE_MS ? 'now' : 'passed';
  const there = wallTimeAt(sendAt, zone);
  const today = wallTimeAt(now, zone);
  const when = dayWords(there, today);
  const atOnce = paid ? 'it goes out straight away.' : 'it goes out as soon as you have paid.';
  const sentence = {
    now: capital(atOnce),
    passed: `That time has passed, so ${atOnce}`,
    later: `It goes out ${when} at ${clockText(there)}, ${cityOf(zone)} time.`,
    quiet: `Messages rest between 8 pm and 6 am: it goes out at ${clockText(there)} ${when}, ${cityOf(zone)} time.`,
  }[kind];
  const own = kind === 'later' || kind === 'quiet' ? ownWords({ sendAt, zone, now, ownZone }) : null;
  return { kind, sentence, own, sendAt };
}

type Own = { sendAt: number; zone: string; now: number; ownZone: string };

function ownWords({ sendAt, zone, now, ownZone }: Own): string | null {
  const [there, here] = [wallTimeAt(sendAt, zone), wallTimeAt(sendAt, ownZone)];
  if (there.hour === here.hour && there.minute === here.minute && there.day === here.day) return null;
  return `Where you are, that is ${dayWords(here, wallTimeAt(now, ownZone))} at ${clockText(here)}.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
