import type { TranslatedApp } from '#contract/apps.ts';
import { type ErrorEntry, errors } from '#contract/errors.ts';

const WIDTH = 120;

export function errorMessages(app: TranslatedApp, table: Readonly<Record<string, ErrorEntry>> = errors): string {
  const messages = Object.entries(table).filter(([, { apps }]) => apps.includes(app));
  return `// Written by \`npm run documents\` from contract/errors.ts, for the errors that this app shows.
import { msg } from '@lingui/core/macro';

export const errorMessages = {
${messages.map(([code, { text }]) => property(code, literal(text))).join('\n')}
};
`;
}

function property(code: string, text: string): string {
  const line = `  ${code}: msg({ message: ${text} }),`;
  if (line.length <= WIDTH) return line;
  const inner = `    message: ${text},`;
  const message = inner.length <= WIDTH ? inner : `    message:\n      ${text},`;
  return `  ${code}: msg({\n${message}\n  }),`;
}

/** Chooses quotes like the formatter. */
function literal(text: string): string {
  if (/[\\\n]/.test(text)) throw new Error(`Remove backslashes and line breaks from the error text: ${text}`);
  if (!text.includes("'")) return `'${text}'`;
  if (text.includes('"')) throw new Error(`Use only one kind of quotes in the error text: ${text}`);
  return `"${text}"`;
}
