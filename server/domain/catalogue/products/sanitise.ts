import sanitizeHtml from 'sanitize-html';

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 'ul', 'ol', 'li', 'h3', 'h4', 'blockquote', 'a'],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, { href }) => ({ tagName, attribs: { ...(href ? { href } : {}), rel: 'nofollow noopener' } }),
    h1: 'h3',
    h2: 'h3',
  },
};

const MAX_READINGS = 20;

/** Keeps only allowed tags and link schemes. Runs once, when HTML is written to the database, and is idempotent. */
export function sanitiseHtml(html: string): string {
  let clean = sanitizeHtml(html, ALLOWED).trim();
  // Repeats until the result is stable, because invalid nesting may close differently on the next pass.
  for (let round = 0; round < MAX_READINGS; round += 1) {
    const next = sanitizeHtml(clean, ALLOWED).trim();
    if (next === clean) break;
    clean = next;
  }
  return clean;
}
