import { isTestCode, type SourceFile, stripComments } from './source-files.ts';

const NAME = /^[a-z_]+(\.[a-z_]+)+$/;

export type LogEvent = { path: string; level: string; name: string };

export function logEvents(files: SourceFile[]): LogEvent[] {
  return files
    .filter(({ path }) => path.startsWith('server/') && !isTestCode(path))
    .flatMap(({ path, text }) => {
      const code = stripComments(text);
      return [...code.matchAll(/\blog(?:ger)?\??\.(info|warn|error|fatal|debug)\(/g)].flatMap(
        ({ index, 0: head, 1: level = '' }) =>
          parseMessages(code, index + head.length).map((name) => ({ path, level, name })),
      );
    });
}

export function unnamedEvents(events: LogEvent[]): string[] {
  return events.filter(({ name }) => !NAME.test(name)).map(({ path, name }) => `${path}: ${name}`);
}

function parseMessages(code: string, start: number): string[] {
  let depth = 0;
  let outside = '';
  for (let index = start; index < code.length; index += 1) {
    const sign = code[index] ?? '';
    if (sign === ')' && depth === 0) break;
    if ('({['.includes(sign)) depth += 1;
    if (depth === 0) outside += sign;
    if (')}]'.includes(sign)) depth -= 1;
  }
  return [...outside.matchAll(/'([^']*)'|`([^`]*)`/g)].map(([, plain, template]) => plain ?? template ?? '');
}
