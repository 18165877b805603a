import { dateFormat } from '../formats.ts';

/** Converts local times to UTC milliseconds and back without Temporal, which phones lack. */
export type WallTime = { year: number; month: number; day: number; hour: number; minute: number };

/** Months count from 1. */
export type Day = Pick<WallTime, 'year' | 'month' | 'day'>;

export const DAY_MS = 86_400_000;

/** Counts in UTC, where every day has 24 hours. */
export const utcMidnight = ({ year, month, day }: Day): number => Date.UTC(year, month - 1, day);

export function daysBetween(from: Day, to: Day): number {
  return (utcMidnight(to) - utcMidnight(from)) / DAY_MS;
}

const getZoneFormat = (timeZone: string): Intl.DateTimeFormat =>
  dateFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });

export function toWallTime(instant: number, zone: string): WallTime {
  const parts: Record<string, number> = {};
  for (const part of getZoneFormat(zone).formatToParts(instant)) parts[part.type] = Number(part.value);
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = parts;
  return { year, month, day, hour, minute };
}

const asUtc = (wall: WallTime): number => Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute);

function computeZoneOffset(instant: number, zone: string): number {
  const wholeMinute = Math.floor(instant / 60_000) * 60_000;
  return asUtc(toWallTime(wholeMinute, zone)) - wholeMinute;
}

/** Local times that a daylight-saving change skips or repeats resolve to the later instant. */
export function toInstant(wall: WallTime, zone: string): number {
  const naive = asUtc(wall);
  const candidates = [naive - computeZoneOffset(naive - DAY_MS, zone), naive - computeZoneOffset(naive + DAY_MS, zone)];
  const exact = candidates.filter((instant) => asUtc(toWallTime(instant, zone)) === naive);
  return Math.max(...(exact.length > 0 ? exact : candidates));
}

/** Expects 'YYYY-MM-DD HH:mm:ss'. Returns null for invalid dates. */
export function parseWallTime(text: string): WallTime | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})(?::\d{2})?$/.exec(text.trim());
  if (!match) return null;
  const [year, month, day, hour, minute] = match.slice(1, 6).map(Number) as [number, number, number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute));
  const isValid = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60;
  return isValid ? { year, month, day, hour, minute } : null;
}

const padTwoDigits = (value: number): string => String(value).padStart(2, '0');

export function writeWallTime(wall: WallTime): string {
  const date = `${String(wall.year).padStart(4, '0')}-${padTwoDigits(wall.month)}-${padTwoDigits(wall.day)}`;
  return `${date} ${padTwoDigits(wall.hour)}:${padTwoDigits(wall.minute)}:00`;
}
