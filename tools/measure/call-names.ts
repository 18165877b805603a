import { type ESTree, parseSync, Visitor } from 'vite';
import { isTestCode, type SourceFile } from '../checks/source-files.ts';

const CALL_NAME = /^(?:GET|POST|PUT|DELETE|PATCH) \S+$/;

export function callNames(files: readonly SourceFile[]): Set<string> {
  const names = new Set<string>();
  for (const { path, text } of files.filter((file) => file.path.startsWith('contract/') && !isTestCode(file.path))) {
    const collect = ({ key }: { key: ESTree.PropertyKey }): void => {
      if (key.type === 'Literal' && typeof key.value === 'string' && CALL_NAME.test(key.value)) names.add(key.value);
    };
    new Visitor({ Property: collect }).visit(parseSync(path, text).program);
  }
  return names;
}

export type KeyedList = { path: string; line: number; entries: number };

/**
 * Finds arrays and objects that contain a call's name or path, or the last path segments of at least three calls, and
 * regular expressions that contain a call's path.
 */
export function keyedLists(files: readonly SourceFile[]): KeyedList[] {
  const spelled = spellings(callNames(files));
  return files
    .filter(({ path }) => /^(server|web)\//.test(path) && !isTestCode(path))
    .flatMap(({ path, text }) => {
      const lists: KeyedList[] = [];
      const add = (start: number, entries: number): void => {
        lists.push({ path, line: text.slice(0, start).split('\n').length, entries });
      };
      const ofNames = (start: number, texts: unknown[]): void => {
        const entries = texts.filter((value) => typeof value === 'string' && spelled.all.has(value)).length;
        const isNamed = texts.some((value) => typeof value === 'string' && spelled.certain.has(value));
        if (entries >= (isNamed ? 1 : 3)) add(start, entries);
      };
      const ofArray = ({ start, elements }: ESTree.ArrayExpression): void =>
        ofNames(
          start,
          elements.map((element) => (element?.type === 'Literal' ? element.value : undefined)),
        );
      const ofObject = ({ start, properties }: ESTree.ObjectExpression): void =>
        ofNames(
          start,
          properties.map((property) =>
            property.type === 'Property' && property.key.type === 'Literal' ? property.key.value : undefined,
          ),
        );
      const ofPattern = (literal: { start: number; regex?: { pattern: string } }): void => {
        if (/mobiledigital|carts\\?\/mine/.test(literal.regex?.pattern ?? '')) add(literal.start, 1);
      };
      new Visitor({ ArrayExpression: ofArray, ObjectExpression: ofObject, Literal: ofPattern }).visit(
        parseSync(path, text).program,
      );
      return lists;
    });
}

/**
 * `certain` holds names and paths of calls. `all` adds last path segments such as 'items', which may be ordinary words.
 */
function spellings(names: ReadonlySet<string>): { certain: Set<string>; all: Set<string> } {
  const paths = [...names].map((name) => name.split(' ')[1] ?? '');
  const certain = new Set([...names, ...paths.filter((path) => path.includes('/'))]);
  return { certain, all: new Set([...certain, ...paths.map((path) => path.split('/').at(-1) ?? '')]) };
}
