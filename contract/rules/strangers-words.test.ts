import { describe, expect, it } from 'vitest';
import { isTopLevel } from '#server/platform/kernel/top-level-domains.ts';
import { toDisplayName, toInnerQuotes, wordsError } from './strangers-words.ts';

const KINDS = ['name', 'thanks', 'gift'] as const;
const LINKS = [
  'See https://evil.example/now',
  'HTTP:evil',
  'https：//x',
  'hxxps evil',
  'www.evil',
  'tel:0491570156',
  'open evil.com today',
  'evil.co.uk',
  'www2.evil.com',
  'evil.com.See',
  'bit.ly/x',
  't.co',
  'evil.example',
  'at 10.0.0.1',
  'evil\u200B.com',
  'evil.\u2060com',
  'e\u200Cvil.\u200Dcom',
  'Look \u202Emoc.live\u202C evil\u2060.com',
  'ｅｖｉｌ．ｃｏｍ',
  'evil。com',
  'evil｡com',
  'evil․com',
  'evil\u00b7com',
  'evil\u0338.com',
  'evil\uA4F8com',
  'evil\u0660com',
  'evil\u06D4com',
  'evil・com',
  'evil\uA78Fcom',
  'evil\u{10A50}com',
  'evil .com',
  'evil. com',
  'evil dot com',
  'evil[.]com',
  'evil(dot)com',
  'evil [dot] com',
  'EVIL.COM',
  'evil-dot-com',
  'evil_dot_com',
  'evil – dot – org',
  'evil\u02D9com',
  'evil \u02D9 com',
  'evil\u0589com',
  'wren@evil.com',
  'evil.xn--p1ai',
  'shop.app',
];
const RARE_LINKS = ['пример.рф', 'evil.中国', 'evil.travel', 'Thank you.It is great'];
const PLAIN = [
  '谢谢。很喜欢',
  'e.g. this',
  'Love you.See you soon',
  'from St.Kilda',
  '3.5',
  'No.1',
  'Thank you! Love it.',
  'Ooh... wow. Dinner at 7.30 p.m. on us, e.g. Friday?',
  'Spent $12.50 of it. Thanks!xx',
  'J.R.R. and 👩‍🍳',
  'Danke… für alles',
  'نمی‌خواهم',
  'アン・マリー',
  'Give it to Dot in Perth',
  'You are my net.',
  'A polka-dot net bag',
  'Polka-dot comforts',
  'The dot-com years',
  'i\u0307stanbul',
  'Շնորհակալություն։ Սիրով',
];

describe('user-written text', () => {
  it.each(LINKS)('rejects text with a link, in browser and server: %s', (words) => {
    for (const kind of KINDS) {
      expect(wordsError(words, kind)).toBe('link');
      expect(wordsError(words, kind, isTopLevel)).toBe('link');
    }
  });

  it.each(RARE_LINKS)('rejects text with any web address, in the server: %s', (words) => {
    for (const kind of KINDS) expect(wordsError(words, kind, isTopLevel)).toBe('link');
  });

  it.each(PLAIN)('accepts an ordinary sentence: %s', (words) => {
    for (const kind of KINDS) expect([kind, wordsError(words, kind, isTopLevel)]).toEqual([kind, null]);
  });

  it('recognises in the server every top-level domain that the browser recognises', () => {
    const ends = 'com net org info biz au uk nz de io co app dev xyz shop online site link ly ru cn example';
    for (const end of ends.split(' ')) expect([end, isTopLevel(end)]).toEqual([end, true]);
  });

  it.each([
    '0491 570 156',
    'Call (04) 91-570-156 now',
    '04/91.57',
    '０４９１５７０１５６',
    '0\u200B4\u200B9\u200B1\u200B5',
    '①②③④⑤',
    '1️⃣2️⃣3️⃣4️⃣5️⃣',
    '$0491570156',
    '$0491 570 156',
  ])('allows a phone number only in gift messages: %s', (words) => {
    expect(KINDS.map((kind) => wordsError(words, kind))).toEqual(['number', 'number', null]);
  });

  it.each(['Spent $1,250.00 of it', 'Since 24/12/2026!', 'On 24.12.2026 at 7', 'Room 1204', 'half past 7, 2 of us'])(
    'allows amounts, dates and short numbers in thank-you messages: %s',
    (words) => {
      expect(wordsError(words, 'thanks')).toBeNull();
    },
  );

  it('allows a handle only in gift messages', () => {
    for (const words of ['@evil', 'me@evil'])
      expect(KINDS.map((kind) => wordsError(words, kind))).toEqual(['link', 'link', null]);
    expect(KINDS.map((kind) => wordsError('Dinner @ 7', kind))).toEqual(['link', null, null]);
  });
});

it.each([
  ['Hi"\n\nHandsel Bank: your code is 123456.\n"', 'Hi’ Handsel Bank: your code is 123456. ’'],
  ['She said "yes" („ja“) ＂ok＂', 'She said ‘yes’ (‘ja’) ‘ok’'],
  ['It’s yours\u202E', 'It’s yours'],
])('prevents text from closing the quotation marks around it: %j', (words, inside) => {
  expect(toInnerQuotes(words)).toBe(inside);
});

it('returns an empty name when the name contains a link', () => {
  expect(toDisplayName('https://evil.example/x')).toBe('');
  expect(toDisplayName(' \u202EWren ')).toBe('Wren');
});
