/**
 * Returns false for text PostgreSQL cannot store: NUL or half a surrogate pair. Not recursive, because bodies may be
 * nested deeply.
 */
export function isCleanText(value: unknown): boolean {
  const open = [value];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) return false;
    // Skips raw bodies, which consist of bytes, not text.
    if (ArrayBuffer.isView(value)) continue;
    if (Array.isArray(value)) for (const part of value) open.push(part);
    else if (typeof value === 'object' && value !== null) for (const part of Object.entries(value)) open.push(...part);
  }
  return true;
}

/**
 * Replaces NUL and lone surrogates with U+FFFD, so that reports from other systems are not lost. Accepts plain objects
 * only.
 */
export function cleanText<Value>(value: Value): Value {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\uFFFD') as Value;
  if (Array.isArray(value)) return value.map(cleanText) as Value;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map((pair) => pair.map(cleanText))) as Value;
}

/** Escapes text between HTML tags. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

export function letterHtml(paragraphs: readonly string[]): string {
  const body = paragraphs.map((paragraph) => `<p style="margin:0 0 12px">${escapeHtml(paragraph)}</p>`).join('');
  return `<!doctype html><html lang="en"><body style="font-family:system-ui,sans-serif;font-size:16px;line-height:1.4;max-width:560px;margin:24px auto;padding:0 16px">${body}</body></html>`;
}

/** Turns 'Tide & Kiln' into 'tide-kiln'. Returns '' for text without a Latin letter or digit. */
export function slugify(text: string): string {
  const plain = text.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '');
  return plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60);
}
