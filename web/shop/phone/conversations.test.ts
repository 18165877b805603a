import { expect, it } from 'vitest';
import { english } from '#test/web/english.ts';
import { formatMessageTime, formatPreview, groupConversations, parseNumberQuery } from './conversations.ts';
import type { PhoneMessage } from './phone-queries.ts';

const message = (id: number, to: string, text = `text ${id}`): PhoneMessage => ({
  id,
  to,
  text,
  kind: 'sms',
  media_url: null,
  purpose: 'gift',
  created_at: '2026-11-02T01:00:00.000Z',
  status: 'delivered',
});

it('lists one conversation per number, newest first', () => {
  const list = groupConversations([message(5, '+1'), message(4, '+2'), message(3, '+1'), message(2, '+3')]);
  expect(list.map(({ to, newest, count }) => [to, newest.id, count])).toEqual([
    ['+1', 5, 2],
    ['+2', 4, 1],
    ['+3', 2, 1],
  ]);
  expect(groupConversations([])).toEqual([]);
});

it('previews the first line of a message, or labels a message without text as a picture message', () => {
  expect(formatPreview({ kind: 'sms', text: 'Your code\n\n@shop #1' }, english)).toBe('Your code');
  expect(formatPreview({ kind: 'mms', text: ' ' }, english)).toBe('Picture message');
});

it('adds the date to the time of a message from another day', () => {
  const sentAt = new Date(2026, 10, 2, 9, 5);
  expect(formatMessageTime(sentAt.toISOString(), new Date(2026, 10, 2, 20, 0), 'en-AU')).toBe('9:05\u00a0am');
  expect(formatMessageTime(sentAt.toISOString(), new Date(2026, 10, 3, 0, 1), 'en-AU')).toBe('2 Nov, 9:05\u00a0am');
  expect(formatMessageTime(sentAt.toISOString(), new Date(2026, 10, 3, 0, 1), 'de')).toBe('2. Nov., 9:05');
});

it('keeps the plus sign of the number in the URL, whether encoded or not', () => {
  const read = (query: string) => parseNumberQuery(new URLSearchParams(query).get('to'));
  expect([read('to=%2B61412345678'), read('to=+61412345678'), read('to='), read('')]).toEqual([
    '+61412345678',
    '+61412345678',
    null,
    null,
  ]);
});
