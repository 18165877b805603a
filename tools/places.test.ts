import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openCommands } from '#test/support/command-settings.ts';

const { folder, run } = openCommands();
const places = (...args: string[]) => run('places', ...args);

it('loads a valid list of localities into the data folder', () => {
  const file = join(folder, 'good.csv');
  writeFileSync(file, 'locality,state,postcode\nBIRDSVILLE,QLD,4482\n');
  expect(places(file)).toMatchObject({
    status: 0,
    stdout: '1 locality is loaded. The address search uses the new list from now on.\n',
  });
});

it('explains a wrong row, a missing file or argument, and loads no localities', () => {
  const file = join(folder, 'wrong.csv');
  writeFileSync(file, 'locality,state,postcode\nDARWIN,NT,800\n');
  const refused = places(file);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain('Line 2: the postcode 800 has lost its leading zero');
  expect(refused.stderr).toContain('Nothing was loaded.');
  expect(places(join(folder, 'none.csv')).stderr).toBe(`There is no file ${folder}/none.csv.\n`);
  expect(places().stderr).toContain('Use: npm run places -- FILE.csv');
});
