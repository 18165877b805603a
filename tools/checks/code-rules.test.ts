import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';
import vitestConfig from '../../vitest.config.ts';
import { isTestCode, readSources, root, type SourceFile } from './source-files.ts';

type Project = { include: string[]; exclude?: string[]; isolate?: boolean };

const files = readSources();

function findLines(pattern: RegExp, isMeant: (path: string) => boolean): string[] {
  return files
    .filter(({ path }) => isMeant(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => {
        const code = line.replace(/^\s*(\/\*|\*).*$/, '').replace(/(^|\s)\/\/.*$/, '');
        return pattern.test(code) ? [`${path}:${index + 1}`] : [];
      }),
    );
}

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

describe('code rules', () => {
  it('limits functions to 80 lines and components to 100 in the linter', () => {
    const { linter, overrides } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
    const rule = linter.rules.complexity.noExcessiveLinesPerFunction;
    expect(rule).toMatchObject({ level: 'error', options: { maxLines: 80 } });
    const screens = overrides.find(({ includes }: { includes: string[] }) => includes.includes('**/*.tsx'));
    expect(screens.linter.rules.complexity.noExcessiveLinesPerFunction.options.maxLines).toBe(100);
  });

  it('forbids spreading a literal into a literal', () => {
    expect(files.flatMap(spreadLiterals)).toEqual([]);
  });

  it('allows server code to read the wall clock only in server/clock.ts', () => {
    const server = (path: string) => path.startsWith('server/') && path !== 'server/clock.ts' && !isTestCode(path);
    expect(findLines(/\bDate\.now\(|\bnew Date\(\s*\)|\bTemporal\.Now\b/, server)).toEqual([]);
  });

  it('allows environment variables only in server/settings.ts, tools, bench and e2e', () => {
    const isOtherFile = (path: string) =>
      !/^(tools|bench|e2e)\/|^server\/settings\.ts$/.test(path) && !isTestCode(path);
    expect(
      findLines(/\bprocess\.env\b|\bimport\.meta\.env\.(?!DEV|PROD|SSR|BRAND|BASE_URL|VITE_GALLERY)/, isOtherFile),
    ).toEqual([]);
  });

  it('forbids console calls on the server', () => {
    expect(findLines(/\bconsole\.\w+\(/, (path) => path.startsWith('server/'))).toEqual([]);
  });

  it('requires the mobile field for every mobile number', () => {
    // Exceptions: registration shows the verified number, and the form for sellers accepts any phone number.
    const isOtherFile = (path: string) =>
      /^web\/(?!shop\/(address\/mobile-field|register\/register|home\/))/.test(path);
    const typed = (path: string) => isOtherFile(path) && path.endsWith('.tsx') && !isTestCode(path);
    expect(findLines(/\btype="tel"|\binputMode="tel"/, typed)).toEqual([]);
  });

  it('requires forms to navigate with useShowPage(), which waits until the next screen is shown', () => {
    const isOtherFile = (path: string) => /^web\/(?!shop\/(state\/route-shown|browse\/list\/product-list))/.test(path);
    expect(findLines(/\bawait navigate\(|=> navigate\(/, isOtherFile)).toEqual([]);
  });

  it('allows rounded corners only with the radius tokens in web/ui/theme.css', () => {
    const tokens = readFileSync(join(root, 'web/ui/theme.css'), 'utf8').matchAll(/--radius-(\w+):/g);
    const names = [...tokens].map(([, name]) => name).join('|');
    const otherNames = new RegExp(`\\brounded-(?!(?:[trblse]{1,2}-)?(?:${names}|none|\\[))\\w`);
    expect(names).toContain('card');
    expect(findLines(otherNames, (path) => /^(web|gallery)\//.test(path))).toEqual([]);
  });

  it('forbids index files, and files or folders named utils, lib, helpers or common', () => {
    expect(files.filter(({ path }) => /(^|\/)(index\.tsx?$|(utils?|lib|helpers?|common)[/.])/.test(path))).toEqual([]);
  });

  it('forbids skipped tests, focused tests and TODO comments', () => {
    expect(findLines(/\b(test|it|describe)\.(only|skip|todo|fails)\b/, () => true)).toEqual([]);
    const notes = files.filter(
      ({ path, text }) => path !== 'tools/checks/code-rules.test.ts' && /\b(TODO|FIXME|XXX)\b/.test(text),
    );
    expect(notes.map(({ path }) => path)).toEqual([]);
  });

  it('forbids module mocks in projects whose test files share modules', () => {
    const projects = (vitestConfig as { test: { projects: { test: Project }[] } }).test.projects;
    const sharing = projects.map(({ test }) => test).filter(({ isolate }) => isolate === false);
    const isIn = (path: string, globs: string[] = []) => globs.some((glob) => matchesGlob(path, glob));
    const sharesModules = (path: string) =>
      sharing.some(({ include, exclude }) => isIn(path, include) && !isIn(path, exclude));
    expect(sharesModules('contract/rules/money/money.test.ts')).toBe(true);
    expect(findLines(/\bvi\.(mock|doMock)\(/, sharesModules)).toEqual([]);
  });

  it('requires a reason for every suppressed lint or type error', () => {
    const silenced = files.flatMap(({ path, text }) =>
      [...text.matchAll(/(@ts-(?:ignore|expect-error|nocheck)|biome-ignore[^:]*:)[ \t]*(.*)/g)]
        .filter(
          ([, directive = '', reason = '']) =>
            directive.startsWith('@ts-ignore') || directive.startsWith('@ts-nocheck') || reason.length < 10,
        )
        .map(([match]) => `${path}: ${match}`),
    );
    expect(silenced.filter((line) => !line.startsWith('tools/checks/code-rules.test.ts'))).toEqual([]);
  });

  it('forbids files outside test/ and e2e/ that only tests use', () => {
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
    // The framework or the build loads these files by path, except the last, which documentation and operators use.
    const exceptions = [
      'web/shop/routes.ts',
      'web/shop/not-found/catch-all.ts',
      'web/shop/offline/offline-page.ts',
      'server/integrations/resiliency-matrix.ts',
    ];
    expect(helpers.map(({ path }) => path).filter((path) => !exceptions.includes(path))).toEqual([]);
  });

  it('requires a command, a test or another tool to use each tool', () => {
    const scripts = Object.values<string>(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts);
    const commands = scripts.map((script) => `tools/${/bootstrap\.mjs ([\w-]+)/.exec(script)?.[1]}.ts`);
    const texts = [
      readFileSync(join(root, 'vitest.config.ts'), 'utf8'),
      readFileSync(join(root, 'tools/test-run/test-runs.ts'), 'utf8'),
      // Authors of migrations run some tools by hand. Tests name these tools.
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

describe('spread literal check', () => {
  const spreads = (text: string) => spreadLiterals({ path: 'a.ts', text, imports: [] });

  it.each(['const a = {\n  ...{ b: 1 },\n};', "const a = [\n  ...['b'],\n];"])(
    'finds a spread literal in %j',
    (text) => {
      expect(spreads(text)).toEqual(['a.ts:2']);
    },
  );

  it.each([
    'const a = { ...b };',
    'const a = [...{ b }.b];',
    'const a = { ...(b ? { c: 1 } : {}) };',
    "const a = [...['b'].map(f)];",
  ])('accepts the spread in %s', (text) => {
    expect(spreads(text)).toEqual([]);
  });
});
