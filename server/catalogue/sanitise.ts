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

/**
 * Description HTML with an allow-list of tags and link schemes (OQ-061): no scripts, styles, classes, pictures, frames or event
 * handlers. Applied once, where HTML enters the database. Sanitising twice changes nothing.
 */
export function sanitiseHtml(html: string): string {
  return sanitizeHtml(html, ALLOWED).trim();
}
