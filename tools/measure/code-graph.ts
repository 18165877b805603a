import { parseSync, Visitor } from 'vite';
import type { SourceFile } from '../checks/source-files.ts';

type NamedFunction = { path: string; name: string; references: Reference[] };

type Reference = { path: string; name: string };

type Parsed = {
  functions: NamedFunction[];
  exported: Map<string, Reference>;
};

export type CodeGraph = Map<string, Parsed>;

export function readCodeGraph(files: readonly SourceFile[]): CodeGraph {
  return new Map(files.map((file) => [file.path, parseFile(file)]));
}

/** Returns the functions that `name` reaches, including itself. Throws if no function has that name. */
export function findReachable(graph: CodeGraph, name: string): Reference[] {
  const start = [...graph.values()].flatMap(({ functions }) => functions).find((found) => found.name === name);
  if (!start) throw new Error(`There is no function ${name}.`);
  const reached = new Map<string, Reference>();
  const visit = ({ path, name }: Reference): void => {
    const found = resolve(graph, { path, name });
    const key = found && `${found.path} ${found.name}`;
    if (!found || !key || reached.has(key)) return;
    reached.set(key, { path: found.path, name: found.name });
    for (const reference of found.references) visit(reference);
  };
  visit(start);
  return [...reached.values()];
}

function resolve(graph: CodeGraph, { path, name }: Reference): NamedFunction | undefined {
  const file = graph.get(path);
  const exported = file?.exported.get(name);
  if (exported && exported.path !== path) return resolve(graph, exported);
  const local = exported?.name ?? name;
  return file?.functions.find((found) => found.name === local);
}

function parseFile({ path, text, imports }: SourceFile): Parsed {
  const { program, module } = parseSync(path, text);
  const targets = new Map(imports.map(({ specifier, target }) => [specifier, target]));
  const names = new Map<string, Reference>();
  for (const { moduleRequest, entries } of module.staticImports) {
    const target = targets.get(moduleRequest.value);
    if (target === undefined) continue;
    for (const { importName, localName } of entries)
      names.set(localName.value, { path: target, name: importName.name ?? 'default' });
  }
  const exported = new Map<string, Reference>();
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, importName, localName, exportName } of entries) {
      const from = moduleRequest && targets.get(moduleRequest.value);
      const local = importName.name ?? localName.name;
      if (exportName.name !== null && local !== null)
        exported.set(exportName.name, { path: from ?? path, name: local });
    }
  }
  const spans = functionSpans(program);
  const functions = spans.map(({ name }) => ({ path, name, references: [] as Reference[] }));
  for (const { name } of spans) if (!names.has(name)) names.set(name, { path, name });
  const add = ({ name, start }: { name: string; start: number }): void => {
    const reference = names.get(name);
    const inside = spans.findIndex((span) => span.start <= start && start < span.end);
    if (reference && inside !== -1) functions[inside]?.references.push(reference);
  };
  new Visitor({ Identifier: add, JSXIdentifier: add }).visit(program);
  return { functions, exported };
}

type Span = { name: string; start: number; end: number };

function functionSpans(program: ReturnType<typeof parseSync>['program']): Span[] {
  return program.body.flatMap((statement): Span[] => {
    const declared =
      statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration'
        ? statement.declaration
        : statement;
    if (declared?.type === 'FunctionDeclaration')
      return [{ name: declared.id?.name ?? 'default', start: declared.start, end: declared.end }];
    if (declared?.type !== 'VariableDeclaration') return [];
    return declared.declarations.flatMap(({ id, init }) => {
      const isFunction = init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression';
      return isFunction && id.type === 'Identifier' ? [{ name: id.name, start: init.start, end: init.end }] : [];
    });
  });
}
