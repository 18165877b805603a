import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';
import vitestConfig from '../../vitest.config.ts';
import { isTestCode, readSources, root, type SourceFile } from './source-files.ts';

/** What is read of a project of vitest.config.ts. */
type Project = { include: string[]; exclude?: string[]; isolate?: boolean };

const files = readSources();

/** Lines that match a pattern, as path:line; comments do not count. */
function linesWith(pattern: RegExp, isMeant: (path: string) => boolean): string[] {
  return files
    .filter(({ path }) => isMeant(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => {
        const code = line.replace(/^\s*(\/\*|\*).*$/, '').replace(/(^|\s)\/\/.*$/, '');
        return pattern.test(code) ? [`${path}:${index + 1}`] : [];
      }),
    );
}

/** Literals spread into a literal of their kind, as path:line: `{ ...{ action, subject }, reason }`. */
function spreadLiterals({ path, text }: SourceFile): string[] {
  const found: string[] = [];
  const collect = (literal: ESTree.ObjectExpression | ESTree.ArrayExpression): void => {
    const parts = literal.type === 'ObjectExpression' ? literal.properties : literal.elements;
    for (const part of parts) {
      if (part?.type !== 'SpreadElement' || part.argument.type !== literal.type) continue;
      found.push(`${path}:${text.slice(0, part.start).split('\n').length}`);
    }
  };
  new Visitor({ ObjectExpression: collect, ArrayExpression: collect }).visit(parseSync(path, text).program);
  return found;
}

describe('rules of the code', () => {
  it('functions stay within 80 lines, components within 100: set in the linter', () => {
    const { linter, overrides } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
    const rule = linter.rules.complexity.noExcessiveLinesPerFunction;
    expect(rule).toMatchObject({ level: 'error', options: { maxLines: 80 } });
    const screens = overrides.find(({ includes }: { includes: string[] }) => includes.includes('**/*.tsx'));
    expect(screens.linter.rules.complexity.noExcessiveLinesPerFunction.options.maxLines).toBe(100);
  });

  it('no literal is spread into a literal to save lines', () => {
    expect(files.flatMap(spreadLiterals)).toEqual([]);
  });

  it('only the clock reads the wall clock', () => {
    const server = (path: string) => path.startsWith('server/') && path !== 'server/clock.ts' && !isTestCode(path);
    expect(linesWith(/\bDate\.now\(|\bnew Date\(\s*\)|\bTemporal\.Now\b/, server)).toEqual([]);
  });

  it('only the settings read the environment', () => {
    const others = (path: string) => !/^(tools|bench|e2e)\/|^server\/settings\.ts$/.test(path) && !isTestCode(path);
    expect(
      linesWith(/\bprocess\.env\b|\bimport\.meta\.env\.(?!DEV|PROD|SSR|BRAND|BASE_URL|VITE_GALLERY)/, others),
    ).toEqual([]);
  });

  it('the server logs through its logger', () => {
    expect(linesWith(/\bconsole\.\w+\(/, (path) => path.startsWith('server/'))).toEqual([]);
  });

  it('a mobile is typed in the field that takes it as people write it', () => {
    // A registration shows the number that was proved, and the form for sellers takes any telephone number.
    const others = (path: string) => /^web\/(?!shop\/(address\/mobile-field|register\/register|home\/))/.test(path);
    const typed = (path: string) => others(path) && path.endsWith('.tsx') && !isTestCode(path);
    expect(linesWith(/\btype="tel"|\binputMode="tel"/, typed)).toEqual([]);
  });

  it('forms lead on with useShowPage(), which waits until the next screen is drawn', () => {
    // The list of products stays on the screen while it is filtered.
    const others = (path: string) => /^web\/(?!shop\/(state\/route-shown|browse\/list\/product-list))/.test(path);
    expect(linesWith(/\bawait navigate\(|=> navigate\(/, others)).toEqual([]);
  });

  it('corners are rounded by the tokens of web/ui/theme.css: any other name draws none', () => {
    const tokens = readFileSync(join(root, 'web/ui/theme.css'), 'utf8').matchAll(/--radius-(\w+):/g);
    const names = [...tokens].map(([, name]) => name).join('|');
    const others = new RegExp(`\\brounded-(?!(?:[trblse]{1,2}-)?(?:${names}|none|\\[))\\w`);
    expect(names).toContain('card');
    expect(linesWith(others, (path) => /^(web|gallery)\//.test(path))).toEqual([]);
  });

  it('no file hands on others under the name index, and no drawer is called utils', () => {
    expect(files.filter(({ path }) => /(^|\/)(index\.tsx?$|(utils?|lib|helpers?|common)[/.])/.test(path))).toEqual([]);
  });

  it('no test is skipped or singled out, nothing is left to do', () => {
    expect(linesWith(/\b(test|it|describe)\.(only|skip|todo|fails)\b/, () => true)).toEqual([]);
    const notes = files.filter(
      ({ path, text }) => path !== 'tools/checks/code-rules.test.ts' && /\b(TODO|FIXME|XXX)\b/.test(text),
    );
    expect(notes.map(({ path }) => path)).toEqual([]);
  });

  it('a test file that shares its modules with others mocks none', () => {
    const projects = (vitestConfig as { test: { projects: { test: Project }[] } }).test.projects;
    const sharing = projects.map(({ test }) => test).filter(({ isolate }) => isolate === false);
    const isIn = (path: string, globs: string[] = []) => globs.some((glob) => matchesGlob(path, glob));
    const sharesModules = (path: string) =>
      sharing.some(({ include, exclude }) => isIn(path, include) && !isIn(path, exclude));
    expect(sharesModules('contract/rules/money/money.test.ts')).toBe(true);
    expect(linesWith(/\bvi\.(mock|doMock)\(/, sharesModules)).toEqual([]);
  });

  it('no check is switched off without a reason', () => {
    const silenced = files.flatMap(({ path, text }) =>
      [...text.matchAll(/(@ts-(?:ignore|expect-error|nocheck)|biome-ignore[^:]*:)[ \t]*(.*)/g)]
        .filter(
          ([, what = '', reason = '']) =>
            what.startsWith('@ts-ignore') || what.startsWith('@ts-nocheck') || reason.length < 10,
        )
        .map(([match]) => `${path}: ${match}`),
    );
    expect(silenced.filter((line) => !line.startsWith('tools/checks/code-rules.test.ts'))).toEqual([]);
  });

  it('what only tests use stands in test/ or e2e/', () => {
    const readers = (tests: boolean) =>
      new Set(
        files
          .filter(({ path }) => isTestCode(path) === tests)
          .flatMap(({ imports }) => imports.map(({ target }) => target)),
      );
    const [byTests, byProduct] = [readers(true), readers(false)];
    const helpers = files.filter(
      ({ path }) =>
        /^(contract|server|web)\//.test(path) && !isTestCode(path) && byTests.has(path) && !byProduct.has(path),
    );
    // The framework or the build reads the first three by their paths; the last is what README and operators read.
    const others = [
      'web/shop/routes.ts',
      'web/shop/not-found/catch-all.ts',
      'web/shop/offline/offline-page.ts',
      'server/integrations/resiliency-matrix.ts',
    ];
    expect(helpers.map(({ path }) => path).filter((path) => !others.includes(path))).toEqual([]);
  });

  it('every tool is reached by a command, a test or another tool', () => {
    const scripts = Object.values<string>(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts);
    const commands = scripts.map((script) => `tools/${/bootstrap\.mjs ([\w-]+)/.exec(script)?.[1]}.ts`);
    const texts = [
      readFileSync(join(root, 'vitest.config.ts'), 'utf8'),
      readFileSync(join(root, 'tools/test-run/test-runs.ts'), 'utf8'),
      // What a migration's author runs by hand: docs/how-to names them.
      ...files.map(({ path, text }) => (isTestCode(path) ? text : '')),
    ];
    const imported = files.flatMap((file) => file.imports.map(({ target }) => target));
    const lost = files.filter(({ path }) => {
      const used = imported.includes(path) || commands.includes(path) || texts.some((text) => text.includes(path));
      return path.startsWith('tools/') && !isTestCode(path) && !used;
    });
    expect(lost.map(({ path }) => path)).toEqual([]);
  });
});

describe('the check for spread literals', () => {
  const spreads = (text: string) => spreadLiterals({ path: 'a.ts', text, imports: [] });

  it.each(['const a = {\n  ...{ b: 1 },\n};', "const a = [\n  ...['b'],\n];"])('it finds %j', (text) => {
    expect(spreads(text)).toEqual(['a.ts:2']);
  });

  it.each([
    'const a = { ...b };',
    'const a = [...{ b }.b];',
    'const a = { ...(b ? { c: 1 } : {}) };',
    "const a = [...['b'].map(f)];",
  ])('it accepts %s', (text) => {
    expect(spreads(text)).toEqual([]);
  });
});
