import { createHash } from 'node:crypto';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { Cells } from '../../formats/columns.ts';

const OWN = /^\/media\/([a-z0-9][a-z0-9-]{0,80})\/\d{1,4}\.[a-z]{3,4}$/;

export type Reference = { kind: 'web'; url: string } | { kind: 'file'; path: string } | { kind: 'own'; id: string };

export type ReferenceOptions = { folder: string; publicUrl: string };

/** Returns a URL or file path, or null after reporting an error. Local files must be inside the folder. */
export function readReference(
  { folder, publicUrl }: ReferenceOptions,
  { cells, column, text }: { cells: Cells; column: string; text: string },
): string | null {
  if (/^[a-z][a-z0-9+.-]*:/i.test(text) || text.startsWith('//')) {
    const url = URL.parse(text.startsWith('//') ? `https:${text}` : text);
    if (url !== null && (url.protocol === 'https:' || url.protocol === 'http:')) {
      url.hash = '';
      return url.origin === URL.parse(publicUrl)?.origin && OWN.test(url.pathname) ? url.pathname : url.href;
    }
    cells.warn(column, `"${text}" is not a picture address; use an https address or the path of a file.`);
    return null;
  }
  if (OWN.test(text)) return text;
  const path = resolve(folder, text.replace(/^[/\\]+/, ''));
  const inside = relative(folder, path);
  if (inside !== '' && !inside.startsWith('..') && !isAbsolute(inside) && !path.includes('\0')) return `file:${path}`;
  cells.warn(column, `"${text}" is outside the pictures folder (${folder}${sep}); put the file into that folder.`);
  return null;
}

export function parseReference(reference: string): Reference {
  const id = OWN.exec(reference)?.[1];
  if (id !== undefined) return { kind: 'own', id };
  if (reference.startsWith('file:')) return { kind: 'file', path: reference.slice('file:'.length) };
  return { kind: 'web', url: reference };
}

export function pictureId(content: string | Buffer): string {
  return `import-${createHash('sha256').update(content).digest('hex').slice(0, 32)}`;
}
