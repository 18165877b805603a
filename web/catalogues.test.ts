import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TRANSLATED_APPS } from '#contract/apps.ts';

const german = TRANSLATED_APPS.flatMap((app) => [
  ...readFileSync(`web/${app}/catalogues/de.po`, 'utf8').matchAll(/^msgid "(.+)"\nmsgstr "(.*)"$/gm),
]).map(([, english = '', translated = '']) => ({ english, translated }));

/** English phrases that a native speaker replaced. Phrases from the specification stay. */
const REWORDED = [
  'by the clock',
  'Messages rest',
  'goes out in 2 parts',
  'prices and stock still hold',
  'AUD more from',
  'of its seller',
  'of this seller',
  'Nothing is shipped',
  'has another number',
  'have another account',
  'one time only',
  'sign-in ends after',
  'No password is kept',
  'Your words say',
  'Look through your list',
  'need a look',
  'Leave out',
  'Take it in',
  'ready people',
  'empty list to fill in',
  'They reach',
  'Choose something of',
  'At the counter of',
  'What you do not spend',
  'Turn your screen up',
  'Have it ready at the till',
  'Supplied on',
  'simply there',
  'The first card is chosen',
  'only a link has',
  'We go on by ourselves',
  'hold no GST',
  'its price was refunded',
  'before anything goes out',
  'is no till yet',
  'Make this device',
  'leave it empty',
  'See what is on it',
  'This is not a gift card',
  'you are a person runs',
  'a wrapping for it',
  'a letter went missing',
  'another name here',
  'makers',
  'given back',
  'put aside',
  'anew',
  'whoever has it',
  'Look there',
  'once more, then',
  'type in a card',
  'camera is not allowed',
  'None is left',
  'what was before',
  'On the card again',
  'All of it is used',
  'stays on it',
  'Prepared words',
  'What you were doing',
  'Many people are in',
  'with Stripe',
  'Go on',
  'left on the card',
  'that seller',
  'free delivery',
  'delivery included',
  'their delivery',
];

const ALIKE = new Set([
  'Chromebook',
  'Filter',
  'iPad',
  'iPhone',
  'Mac',
  'Minute',
  'Name',
  'OK',
  'Online',
  'Passkeys',
  'Person',
  'PIN',
  'Powered by',
  'Powered by Secure Mobile',
  'Website',
]);

describe('message catalogues', () => {
  it.each(REWORDED)('does not use the phrase “%s” in English', (phrase) => {
    const found = german.filter(({ english }) => english.toLowerCase().includes(phrase.toLowerCase()));
    expect(found.map(({ english }) => english)).toEqual([]);
  });

  it('translates every sentence into German', () => {
    expect(german.length).toBeGreaterThan(1_000);
    expect(german.filter(({ english, translated }) => translated === '' || isLeft(english, translated))).toEqual([]);
  });

  it('keeps placeholders and tags in the German translation', () => {
    for (const { english, translated } of german)
      expect([english, extractPlaceholders(translated)]).toEqual([english, extractPlaceholders(english)]);
  });
});

function isLeft(english: string, translated: string): boolean {
  const words = english.replaceAll(/\{\w+\}|[^\p{L} ]/gu, '').trim();
  return translated === english && words !== '' && !ALIKE.has(words);
}

/** Returns each placeholder or tag once, because plurals repeat placeholders in every form. */
function extractPlaceholders(text: string): string[] {
  const found = text.matchAll(/(?<!\bone |\bother )\{\w+\}|\{\w+, plural|<\/?\d+\/?>/g);
  return [...new Set([...found].map(([part]) => part))].toSorted();
}
