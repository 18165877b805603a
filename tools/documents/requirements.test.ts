import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isTestCode, readSources, root } from '../checks/source-files.ts';
import { idsInSources, readRequirements, requirementErrors, unknownIdsInTitles } from './requirements.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const list = read('docs/requirements.tsv');
const requirements = readRequirements(list);
const planted = 'id\tstatement\nVA-01\tA mobile is needed.\nVA-02\tIt has digits.\n';

const SPECIFIED = 720;

describe('requirements', () => {
  it('requires docs/requirements.tsv to list every requirement id once, with a statement', () => {
    expect(requirementErrors(list)).toEqual([]);
    expect(requirements.filter(({ id }) => !id.startsWith('OQ-'))).toHaveLength(SPECIFIED);
  });

  it('allows requirement ids only in test titles, never in sources', () => {
    // This file is exempt, because its comments contain example ids.
    const ownPath = 'tools/documents/requirements.ts';
    const sources = readSources().filter(({ path }) => !isTestCode(path) && path !== ownPath);
    expect(idsInSources(sources, requirements)).toEqual([]);
  });

  it('requires docs/requirements.tsv to list every requirement id of a test title', () => {
    const paths = globSync('{contract,db,e2e,server,test,tools,web,gallery}/**/*.test.{ts,tsx}', { cwd: root });
    const tests = paths.map((path) => ({ path, text: read(path) }));
    expect(tests.length).toBeGreaterThan(200);
    const otherTests = tests.filter(({ path }) => !path.endsWith('requirements.test.ts'));
    expect(unknownIdsInTitles(otherTests, requirements)).toEqual([]);
  });
});

describe('requirement checks', () => {
  it('reports invalid rows and a missing header in docs/requirements.tsv', () => {
    expect(requirementErrors(planted)).toEqual([]);
    expect(requirementErrors(`${planted}va-3\tLower case.\n`)).toEqual(['4: "va-3" is not a requirement id']);
    expect(requirementErrors(`${planted}VA-01\tAgain.\n`)).toEqual(['4: VA-01 is listed twice']);
    expect(requirementErrors(`${planted}VA-03\t\n`)).toEqual(['4: VA-03 must have exactly one statement']);
    expect(requirementErrors(planted.replace('id\tstatement\n', 'VA-00\tNothing.\n'))).toEqual([
      '1: the header must be "id<TAB>statement"',
    ]);
  });

  it('reports an unknown requirement id in a test title', () => {
    const tests = [{ path: 'a.test.ts', text: "test('says so [VA-01, VA-99]', () => {});\ntest('[ZZ-10] too', f);" }];
    expect(unknownIdsInTitles(tests, readRequirements(planted))).toEqual(['a.test.ts: VA-99', 'a.test.ts: ZZ-10']);
  });

  it('reports a requirement id in a comment of a source file', () => {
    const sources = [
      { path: 'server/a.ts', text: '/** Digits only (VA-02). */\nexport const UTF = "UT-08 is no id";' },
      { path: 'server/b.ts', text: 'export const clean = true;' },
    ];
    expect(idsInSources(sources, readRequirements(planted))).toEqual(['server/a.ts:1: VA-02']);
  });
});
