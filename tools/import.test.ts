import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openCommands } from '#test/support/command-settings.ts';

const { folder, run: command } = openCommands({}, { hasShop: true });
const run = (...args: string[]) => command('import', ...args);

it('imports a valid file, and changes nothing when it imports the file again', () => {
  const file = join(folder, 'good.csv');
  writeFileSync(file, 'Handle,Title,Variant Price,Variant SKU\nmug,Mug,12.50,MUG\n');
  expect(run(file, '--seller', 'Tide')).toMatchObject({
    status: 0,
    stderr: '',
    stdout: `${file}: 1 new product, 1 new variant, 1 new seller.\n`,
  });
  expect(run(file, '--seller', 'Tide')).toMatchObject({ status: 0, stdout: `${file}: no changes.\n` });
});

it('explains a wrong row, a missing file and an unknown option, and imports nothing', () => {
  const file = join(folder, 'wrong.csv');
  writeFileSync(file, 'Handle,Title,Variant Price,Variant SKU\nmug,Mug,-1,MUG\n');
  const refused = run(file);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toBe(
    `${file}:2:3 variant price: "-1" is below zero; a price is 0.01 or more.\n1 error and 0 warnings. Nothing was loaded.\nFix the errors and import again: the import then checks the correct rows against each other and against the shop. To load only the rows without errors, add --skip-wrong.\n`,
  );
  expect(run(join(folder, 'none.csv'))).toMatchObject({ status: 1, stderr: `There is no file ${folder}/none.csv.\n` });
  expect(run()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Name at least one file. Use: npm run import'),
  });
  expect(run('--fast').stderr).toContain('Use: npm run import');
  expect(run(file, '--shipping', 'free').stderr).toContain('--shipping "free" is not a price');
});
