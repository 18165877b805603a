import type { Recipient } from '#contract/rules/gift-card/recipient.ts';
import type { WallTime } from '#contract/rules/time/wall-time.ts';
import { isZone } from '#contract/rules/time/zones.ts';
import { isRecord, readJson, writeJson } from '#web/shared/state/storage.ts';

/** One more person who is to get the same card. */
export type Person = Pick<Recipient, 'recipient_firstname' | 'recipient_lastname' | 'recipient_mobile'>;

/** A line of a recipients' file that is still looked at, with what was decided about it. */
export type KeptLine = { line: number; person: Person; out: boolean; twice: boolean; asked: boolean };

/** What the server refused at checkout: the saved value of a field, and the message. */
type RefusedFields = Record<string, { value: string; message: string }>;

/** What stands on the steps of a gift card before it counts as the card's; each part goes when it is saved. */
export type GiftCardDraft = {
  recipient?: Recipient;
  refused?: RefusedFields;
  people?: Person[];
  list?: KeptLine[];
  /** `chosen` null: now. */
  schedule?: { chosen: WallTime | null; timezone: string };
  /** mms_template_id of the wrapping looked at last. */
  template?: string;
};
type Drafts = Record<string, GiftCardDraft>;

const KEY = 'gift-card-drafts';
const WRITE_AFTER_MS = 300;

let drafts: Drafts | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

function all(): Drafts {
  drafts ??= mendDrafts(readJson(KEY, isRecord) ?? {});
  return drafts;
}

/** Of a card by its local key or its details id; empty when there is none. */
export function readDraft(id: string): GiftCardDraft {
  return all()[id] ?? {};
}

/** Keeps a part as it is typed: at once in memory, a moment later in storage, and before the tab goes away. */
export function keepDraft(id: string, part: GiftCardDraft): void {
  drafts = { ...all(), [id]: { ...readDraft(id), ...part } };
  clearTimeout(timer);
  timer = setTimeout(writeDrafts, WRITE_AFTER_MS);
}

/**
 * Clears one part, because it is saved now. Where it says something else than what was `saved`, it is still being
 * typed and stays.
 */
export function dropDraft<Part extends keyof GiftCardDraft>(
  id: string,
  part: Part,
  saved: GiftCardDraft[Part] = readDraft(id)[part],
): void {
  const { [part]: typed, ...left } = readDraft(id);
  if (JSON.stringify(typed) !== JSON.stringify(saved)) return;
  const { [id]: _card, ...others } = all();
  drafts = Object.keys(left).length > 0 ? { ...others, [id]: left } : others;
  writeDrafts();
}

/** Of cards that were removed, and come back. */
export function putBackDrafts(removed: Drafts): void {
  drafts = {
    ...all(),
    ...Object.fromEntries(Object.entries(removed).filter(([, card]) => Object.keys(card).length > 0)),
  };
  writeDrafts();
}

/** Clears a card, or everything when the customer signs out. */
export function clearDrafts(id?: string): void {
  const { [id ?? '']: _gone, ...others } = all();
  drafts = id === undefined ? {} : others;
  writeDrafts();
}

/** Follows other tabs, and writes what waits when this one is closed or put away. */
export function restoreDrafts(): void {
  globalThis.addEventListener?.('storage', (event) => {
    if (event.key !== KEY && event.key !== null) return;
    clearTimeout(timer);
    timer = undefined;
    drafts = null;
  });
  globalThis.addEventListener?.('pagehide', writeWaiting);
  globalThis.document?.addEventListener('visibilitychange', writeWaiting);
}

function writeWaiting(): void {
  if (timer !== undefined) writeDrafts();
}

function writeDrafts(): void {
  clearTimeout(timer);
  timer = undefined;
  writeJson(KEY, Object.keys(all()).length === 0 ? null : all());
}

/** What an older version kept in another form is not believed: the part begins with what is saved. */
function mendDrafts(stored: Record<string, unknown>): Drafts {
  const cards = Object.entries(stored).filter((entry): entry is [string, Record<string, unknown>] =>
    isRecord(entry[1]),
  );
  return Object.fromEntries(cards.map(([id, draft]) => [id, mendDraft(draft)]));
}

const NAME = ['recipient_firstname', 'recipient_lastname', 'recipient_mobile'];
const hasTexts = (value: unknown, fields: readonly string[]): boolean =>
  isRecord(value) && fields.every((field) => typeof value[field] === 'string');
export const isPerson = (value: unknown): value is Person => hasTexts(value, NAME);
const isWallTime = (value: unknown): boolean =>
  isRecord(value) && ['year', 'month', 'day', 'hour', 'minute'].every((part) => Number.isSafeInteger(value[part]));

const isLine = (value: unknown): boolean =>
  isRecord(value) && Number.isSafeInteger(value.line) && isPerson(value.person);

function mendDraft({ recipient, refused, people, list, schedule, template }: Record<string, unknown>): GiftCardDraft {
  const { chosen, timezone } = isRecord(schedule) ? schedule : {};
  const timed = typeof timezone === 'string' && isZone(timezone) && (chosen === null || isWallTime(chosen));
  return {
    ...(hasTexts(recipient, [...NAME, 'recipient_message', 'text_content'])
      ? { recipient: recipient as Recipient }
      : {}),
    ...(isRecord(refused) && Object.values(refused).every((field) => hasTexts(field, ['value', 'message']))
      ? { refused: refused as RefusedFields }
      : {}),
    ...(Array.isArray(people) && people.every(isPerson) ? { people } : {}),
    ...(Array.isArray(list) && list.every(isLine) ? { list } : {}),
    ...(timed ? { schedule: schedule as NonNullable<GiftCardDraft['schedule']> } : {}),
    ...(typeof template === 'string' ? { template } : {}),
  };
}
