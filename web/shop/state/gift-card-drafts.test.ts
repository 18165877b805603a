import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeStorage } from '#test/web/fake-storage.ts';
import { clearSession } from '../session/session.ts';
import { clearDrafts, dropDraft, readDraft, restoreDrafts, saveDraft } from './gift-card-drafts.ts';
import { addGiftCard, clearGiftCards, type LocalGiftCard, removeGiftCard } from './gift-cards.ts';

const KEY = 'gift-card-drafts';
const mia = { recipient_firstname: 'Mia', recipient_lastname: 'Tran', recipient_mobile: '0491570156' };
let storage: Map<string, string>;
const readStoredDrafts = () => JSON.parse(storage.get(KEY) ?? '{}');

beforeEach(() => {
  vi.useFakeTimers();
  storage = fakeStorage();
  clearGiftCards();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('returns typed draft input immediately and stores it shortly after the last key press', () => {
  saveDraft('a', { template: 'cake' });
  vi.advanceTimersByTime(200);
  saveDraft('a', { people: [mia] });
  vi.advanceTimersByTime(200);
  expect(readDraft('a')).toEqual({ template: 'cake', people: [mia] });
  expect(storage.has(KEY)).toBe(false);
  vi.advanceTimersByTime(200);
  expect(readStoredDrafts()).toEqual({ a: { template: 'cake', people: [mia] } });
});

it('keeps fields that the server rejected across a reload, unless they are stored in an unknown format', () => {
  const refused = { recipient_mobile: { value: '+6499990000', message: 'No phone answers there.' } };
  const heard: Record<string, (event: object) => void> = {};
  vi.stubGlobal('addEventListener', (name: string, act: (event: object) => void) => (heard[name] = act));
  restoreDrafts();
  storage.set(KEY, JSON.stringify({ a: { refused }, b: { refused: { recipient_mobile: 'no' } } }));
  heard.storage?.({ key: KEY });
  expect([readDraft('a'), readDraft('b')]).toEqual([{ refused }, {}]);
});

it('removes a saved part of a draft, and the storage key with the last part', () => {
  saveDraft('a', { template: 'cake', people: [mia] });
  dropDraft('a', 'template');
  expect(readStoredDrafts()).toEqual({ a: { people: [mia] } });
  dropDraft('a', 'people');
  expect(storage.has(KEY)).toBe(false);
});

it('keeps draft input that was typed after the save began', () => {
  const typed = { ...mia, recipient_message: 'Hi', text_content: 'Hello' };
  saveDraft('a', { recipient: typed });
  saveDraft('a', { recipient: { ...typed, recipient_firstname: 'Mi' } });
  dropDraft('a', 'recipient', typed);
  expect(readDraft('a').recipient?.recipient_firstname).toBe('Mi');
  saveDraft('a', { recipient: { ...typed } });
  dropDraft('a', 'recipient', typed);
  expect(readDraft('a')).toEqual({});
});

it('stores no drafts, not even pending ones, for a removed gift card or after sign-out', () => {
  const key = addGiftCard({ sku: 'GC' } as LocalGiftCard);
  saveDraft(key, { people: [mia] });
  saveDraft('b', { people: [mia] });
  removeGiftCard(key);
  expect(readDraft(key)).toEqual({});
  saveDraft('b', { template: 'cake' });
  clearSession();
  vi.advanceTimersByTime(1_000);
  expect(storage.has(KEY)).toBe(false);
  expect(readDraft('b')).toEqual({});
});

it('writes pending drafts when the tab is hidden, and drops drafts after a sign-out in another tab', () => {
  const heard: Record<string, (event: object) => void> = {};
  vi.stubGlobal('addEventListener', (name: string, act: (event: object) => void) => (heard[name] = act));
  restoreDrafts();
  saveDraft('a', { template: 'cake' });
  heard.pagehide?.({});
  expect(readStoredDrafts()).toEqual({ a: { template: 'cake' } });
  saveDraft('a', { template: 'bear' });
  storage.delete(KEY);
  heard.storage?.({ key: KEY });
  vi.advanceTimersByTime(1_000);
  expect(storage.has(KEY)).toBe(false);
  expect(readDraft('a')).toEqual({});
});

it('treats any stored value other than an object of drafts as empty', () => {
  storage.set(KEY, '["a"]');
  restoreDrafts();
  clearDrafts('nobody');
  expect(readDraft('0')).toEqual({});
});
