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

/** Far more than any mess needs; a bound all the same. */
const MOST_READINGS = 20;

/**
 * Description HTML with an allow-list of tags and link schemes: no scripts, styles, classes, pictures, frames or event
 * handlers. Applied once, where HTML enters the database. Sanitising twice changes nothing.
 */
export function sanitiseHtml(html: string): string {
  let clean = sanitizeHtml(html, ALLOWED).trim();
  // What was nested wrongly is closed differently at a second reading: read until nothing changes, as a browser would
  // see it.
  for (let round = 0; round < MOST_READINGS; round += 1) {
    const again = sanitizeHtml(clean, ALLOWED).trim();
    if (again === clean) break;
    clean = again;
  }
  return clean;
}
