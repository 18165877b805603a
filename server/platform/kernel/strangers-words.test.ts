import { expect, it } from 'vitest';
import { toDisplayName as shownByCommonEnds } from '#contract/rules/strangers-words.ts';
import { shownName, shownWords, strangersNameError, strangersNamesError, wordsError } from './strangers-words.ts';

const RARE = 'win.ninja';

it('recognises top-level domains that the browser does not know', () => {
  expect(shownByCommonEnds(RARE)).toBe(RARE);
  expect([shownName(RARE), shownWords(RARE, 'gift'), wordsError(RARE, 'thanks')]).toEqual(['', '', 'link']);
  expect([strangersNameError(RARE), strangersNamesError(['Wren', RARE])]).toEqual(['name_with_link', 'name_with_link']);
});
