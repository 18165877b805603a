import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openCommands } from '#test/support/command-settings.ts';

const { folder, run } = openCommands({}, { hasShop: true });

it('writes the catalogue to a file or to standard output, and explains an unknown option', () => {
  const file = join(folder, 'in.csv');
  writeFileSync(file, 'Handle,Title,Vendor,Variant Price,Variant SKU\nmug,Mug,Tide,12.50,MUG\n');
  expect(run('import', file)).toMatchObject({ status: 0 });
  const outputFile = join(folder, 'out.csv');
  expect(run('export', '--format', 'magento', outputFile)).toMatchObject({
    status: 0,
    stdout: `${outputFile}: 1 product.\n`,
  });
  const written = readFileSync(outputFile, 'utf8');
  expect(written).toContain('\nMUG,,Default,simple,,base,Mug,');
  expect(existsSync(`${outputFile}.part`)).toBe(false);
  expect(run('export', '--format', 'magento').stdout).toBe(written);
  expect(run('export').stderr).toBe(
    'Name a format. Use: npm run export -- --format magento|shopify|woocommerce [FILE.csv]\n',
  );
  const nowhere = join(folder, 'none', 'out.csv');
  expect(run('export', '--format', 'shopify', nowhere)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(`${nowhere} could not be written (ENOENT`),
  });
});
