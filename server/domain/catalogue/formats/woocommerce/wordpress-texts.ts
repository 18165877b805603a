export function parseList(text: string): string[] {
  return text
    .split(/(?<!\\),/)
    .map((part) => unescapeCommas(part).trim())
    .filter((part) => part !== '');
}

export const isYes = (text: string): boolean => ['1', 'yes', 'true'].includes(text.toLowerCase());

export const unescapeCommas = (text: string): string => text.replaceAll('\\,', ',');
export const escapeCommas = (text: string): string => text.replaceAll(',', '\\,');

const BLOCK = /<(p|div|h[1-6]|ul|ol|table|blockquote|pre|figure|section)\b/i;
/** Match shortcodes such as '[gallery ids="1"]', and '[tab]' if it has a closing tag. */
const SHORTCODE = /\[\/?[a-z][\w-]*(?:\s+[\w-]+=(?:"[^"]*"|'[^']*'|[^\s\]]+))+\s*\/?\]/gi;
const ENDED = /\[([a-z][\w-]*)\](?=[\s\S]*\[\/\1\])|\[\/[a-z][\w-]*\]/gi;

/**
 * Decodes escaped line breaks, turns empty lines into paragraphs and removes shortcodes. `asHtml`: the text is already
 * HTML, so only line breaks are decoded.
 */
export function fromWordPress(text: string, { asHtml }: { asHtml: boolean }): string {
  const lines = text.replaceAll(/\\\\n|\\n/g, (sign) => (sign.length === 2 ? '\n' : '\\n'));
  if (asHtml || text === '') return lines;
  const plain = lines.replaceAll(SHORTCODE, '').replaceAll(ENDED, '').trim();
  if (BLOCK.test(plain) || !plain.includes('\n')) return plain;
  return plain
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${paragraph.trim().replaceAll('\n', '<br>')}</p>`)
    .join('\n');
}

export const toWordPress = (html: string): string => html.replaceAll('\\n', '\\\\n');
