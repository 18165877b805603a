/** Each of these words must be the whole reply. */
const STOP = new Set([
  'stop',
  'stopall',
  'stopp',
  'unsubscribe',
  'optout',
  'opt out',
  'cancel',
  'end',
  'quit',
  'revoke',
]);
const START = new Set(['start', 'unstop', 'yes', 'subscribe', 'optin', 'opt in']);
/** Matches replies such as 'Stop texting me please'. */
const BEGINS_WITH_STOP = /^(stop|stopall|unsubscribe|opt ?out)\b/;

/** Under the Spam Act 2003, any plain form of 'no more' is an opt-out. */
export function readOptOutWord(text: string): 'stop' | 'start' | null {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  if (STOP.has(words) || BEGINS_WITH_STOP.test(words)) return 'stop';
  return START.has(words) ? 'start' : null;
}
