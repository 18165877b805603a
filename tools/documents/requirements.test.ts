import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isTestCode, readSources, root } from '../checks/source-files.ts';
import { idsInSources, readRequirements, requirementErrors, unknownIdsInTitles } from './requirements.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const list = read('docs/requirements.tsv');
const requirements = readRequirements(list);
const planted = 'id\tstatement\nVA-01\tA mobile is needed.\nVA-02\tIt has digits.\n';

/** The ids of the specification's areas; a few numbers were never given. */
const SPECIFIED = 720;

describe('requirements', () => {
  it('docs/requirements.tsv has every id once, each with one statement', () => {
    expect(requirementErrors(list)).toEqual([]);
    expect(requirements.filter(({ id }) => !id.startsWith('OQ-'))).toHaveLength(SPECIFIED);
  });

  it('no source names one: ids stand in test titles only', () => {
    // The module of this check shows how ids look.
    const own = 'tools/documents/requirements.ts';
    const sources = readSources().filter(({ path }) => !isTestCode(path) && path !== own);
    expect(idsInSources(sources, requirements)).toEqual([]);
  });

  it('every id that a test title names is in docs/requirements.tsv', () => {
    const paths = globSync('{contract,db,e2e,server,test,tools,web,gallery}/**/*.test.{ts,tsx}', { cwd: root });
    const tests = paths.map((path) => ({ path, text: read(path) }));
    expect(tests.length).toBeGreaterThan(200);
    const others = tests.filter(({ path }) => !path.endsWith('requirements.test.ts'));
    expect(unknownIdsInTitles(others, requirements)).toEqual([]);
  });
});

describe('the checks, each with a planted breach', () => {
  it('a list with a wrong id, a second one, an empty statement or no header', () => {
    expect(requirementErrors(planted)).toEqual([]);
    expect(requirementErrors(`${planted}va-3\tLower case.\n`)).toEqual(['4: "va-3" is no requirement id']);
    expect(requirementErrors(`${planted}VA-01\tAgain.\n`)).toEqual(['4: VA-01 is there twice']);
    expect(requirementErrors(`${planted}VA-03\t\n`)).toEqual(['4: VA-03 needs one statement']);
    expect(requirementErrors(planted.replace('id\tstatement\n', 'VA-00\tNothing.\n'))).toEqual([
      '1: the header is "id<TAB>statement"',
    ]);
  });

  it('a title with an id that nobody wrote down', () => {
    const tests = [{ path: 'a.test.ts', text: "test('says so [VA-01, VA-99]', () => {});\ntest('[ZZ-10] too', f);" }];
    expect(unknownIdsInTitles(tests, readRequirements(planted))).toEqual(['a.test.ts: VA-99', 'a.test.ts: ZZ-10']);
  });

  it('an id in the comment of a source file', () => {
    const sources = [
      { path: 'server/a.ts', text: '/** Digits only (VA-02). */\nexport const UTF = "UT-08 is no id";' },
      { path: 'server/b.ts', text: 'export const clean = true;' },
    ];
    expect(idsInSources(sources, readRequirements(planted))).toEqual(['server/a.ts:1: VA-02']);
  });
});
