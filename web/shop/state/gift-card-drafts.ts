import type { Recipient } from '#contract/rules/gift-card/recipient.ts';
import type { WallTime } from '#contract/rules/time/wall-time.ts';
import { isZone } from '#contract/rules/time/zones.ts';
import { isRecord, readJson, writeJson } from '#web/shared/state/storage.ts';

export type Person = Pick<Recipient, 'recipient_firstname' | 'recipient_lastname' | 'recipient_mobile'>;

/** A line of an imported file under review, with the customer's decisions so far. */
export type KeptLine = { line: number; person: Person; out: boolean; twice: boolean; asked: boolean };

/** By field: the value that the server rejected, and its message. */
type RefusedFields = Record<string, { value: string; message: string }>;

/** Unsaved input of a gift card. Each part is deleted once it is saved. */
export type GiftCardDraft = {
  recipient?: Recipient;
  refused?: RefusedFields;
  people?: Person[];
  list?: KeptLine[];
  /** `chosen`: null for immediate delivery. */
  schedule?: { chosen: WallTime | null; timezone: string };
  template?: string;
};
type Drafts = Record<string, GiftCardDraft>;

const KEY = 'gift-card-drafts';
const WRITE_AFTER_MS = 300;

let drafts: Drafts | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

function loadDrafts(): Drafts {
  drafts ??= repairDrafts(readJson(KEY, isRecord) ?? {});
  return drafts;
}

/** `id`: the key of a local gift card or the details id of a saved one. */
export function readDraft(id: string): GiftCardDraft {
  return loadDrafts()[id] ?? {};
}

/** Writes to memory immediately and to storage shortly after. */
export function saveDraft(id: string, part: GiftCardDraft): void {
  drafts = { ...loadDrafts(), [id]: { ...readDraft(id), ...part } };
  clearTimeout(timer);
  timer = setTimeout(writeDrafts, WRITE_AFTER_MS);
}

/** Keeps the part if it differs from `saved`, because the customer is still typing. */
export function dropDraft<Part extends keyof GiftCardDraft>(
  id: string,
  part: Part,
  saved: GiftCardDraft[Part] = readDraft(id)[part],
): void {
  const { [part]: typed, ...left } = readDraft(id);
  if (JSON.stringify(typed) !== JSON.stringify(saved)) return;
  const { [id]: _card, ...otherDrafts } = loadDrafts();
  drafts = Object.keys(left).length > 0 ? { ...otherDrafts, [id]: left } : otherDrafts;
  writeDrafts();
}

export function restoreRemovedDrafts(removed: Drafts): void {
  drafts = {
    ...loadDrafts(),
    ...Object.fromEntries(Object.entries(removed).filter(([, card]) => Object.keys(card).length > 0)),
  };
  writeDrafts();
}

export function clearDrafts(id?: string): void {
  const { [id ?? '']: _gone, ...otherDrafts } = loadDrafts();
  drafts = id === undefined ? {} : otherDrafts;
  writeDrafts();
}

/** Adopts drafts from other tabs, and writes pending drafts when the page is closed or hidden. */
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
  writeJson(KEY, Object.keys(loadDrafts()).length === 0 ? null : loadDrafts());
}

/** Drops parts stored in older formats. */
function repairDrafts(stored: Record<string, unknown>): Drafts {
  const cards = Object.entries(stored).filter((entry): entry is [string, Record<string, unknown>] =>
    isRecord(entry[1]),
  );
  return Object.fromEntries(cards.map(([id, draft]) => [id, repairDraft(draft)]));
}

const NAME = ['recipient_firstname', 'recipient_lastname', 'recipient_mobile'];
const hasTexts = (value: unknown, fields: readonly string[]): boolean =>
  isRecord(value) && fields.every((field) => typeof value[field] === 'string');
export const isPerson = (value: unknown): value is Person => hasTexts(value, NAME);
const isWallTime = (value: unknown): boolean =>
  isRecord(value) && ['year', 'month', 'day', 'hour', 'minute'].every((part) => Number.isSafeInteger(value[part]));

const isLine = (value: unknown): boolean =>
  isRecord(value) && Number.isSafeInteger(value.line) && isPerson(value.person);

function repairDraft({ recipient, refused, people, list, schedule, template }: Record<string, unknown>): GiftCardDraft {
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
