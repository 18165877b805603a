import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { callServer, readSocketMessages } from '#server/commands/socket.ts';
import { createDataFolder, type RunningServer, startServer } from '../steps/server.ts';
import { type Ended, runTool, startTool } from '../steps/tool.ts';

const HEAD = 'Handle,Title,Vendor,Variant Price,Variant SKU\n';
const MANY = 300_000;
const READING = /reading +\d+ % +\d+ rows/;
const UNTIL_FREE = { timeout: 90_000, interval: 500 };

describe('commands while the shop runs on the embedded database', () => {
  const data = createDataFolder();
  const folder = mkdtempSync(join(tmpdir(), 'handsel-files-'));
  const env = {
    DATA_DIR: data.path,
    DATABASE_URL: '',
    WEB: 'none',
    HUMAN_CHECK: 'none',
    CLOCK_FROM: '2026-11-02T01:00:00Z',
    OPERATOR_NAME: 'Gifts Pty Ltd',
  };
  let server: RunningServer | undefined;
  beforeEach(async () => {
    const answers = server && (await fetch(`${server.url}/healthz`).catch(() => null))?.ok;
    if (!answers) server = await startServer(env);
  });
  afterAll(async () => {
    await server?.stop();
    data.remove();
    rmSync(folder, { recursive: true });
  });
  const shop = (): RunningServer => {
    if (!server) throw new Error('The server is not there yet.');
    return server;
  };
  const restart = async () => {
    await shop().stop();
    server = await startServer(env);
  };

  const run = (name: string, ...args: string[]): Promise<Ended> => runTool(env, name, ...args);
  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  let products = 0;
  const oneProduct = () => {
    products += 1;
    const name = `Quokka${products}`;
    return { name, path: file(`${name}.csv`, `${HEAD}${name},${name},Tide,12.50,${name}\n`) };
  };
  const sold = async (name: string) => {
    const { body } = await shop().send('GET mobiledigital/search', { query: { q: name } });
    return body.data.find((tile) => tile.name === name)?.id;
  };
  const isLoaded = async ({ name, path }: { name: string; path: string }) => {
    const line = `${path}: 1 new product, 1 new variant`;
    expect(await run('import', path)).toMatchObject({ status: 0, stdout: expect.stringContaining(line) });
    expect(await sold(name)).toBeGreaterThan(0);
  };
  it('creates and changes operators while the shop runs and while it is stopped', async () => {
    const mobile = '+61412345678';
    const result = await run('operator', '--mobile', '0412345678', '--role', 'owner');
    expect(result).toEqual({ status: 0, stdout: `${mobile}, owner: created.\n`, stderr: '' });
    const wrong = await run('operator', '--mobile', '0412345678', '--role', 'king');
    expect(wrong).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(/not "king"\.\n/) });
    await shop().stop();
    const changed = await run('operator', '--mobile', mobile, '--role', 'risk,support');
    expect(changed).toEqual({ status: 0, stdout: `${mobile}, risk,support: changed (was owner).\n`, stderr: '' });
    server = await startServer(env);
    expect(await run('operator', '--list')).toEqual({ status: 0, stdout: `${mobile}, risk,support\n`, stderr: '' });
  });

  const manyProducts = () => {
    const rows = Array.from({ length: MANY }, (_, index) => `many-${index},Wombat ${index},Tide,1.00,MANY-${index}\n`);
    return file('many.csv', HEAD + rows.join(''));
  };
  const startLongImport = async () => {
    const tool = startTool(env, 'import', manyProducts());
    await tool.waitForOutput('reading');
    return tool;
  };
  const nothingOfIt = async () => expect((await run('export', '--format', 'shopify')).stdout).not.toContain('MANY-');

  it('sells products in the running shop immediately after their import', async () => {
    const product = oneProduct();
    expect(await sold(product.name)).toBeUndefined();
    await isLoaded(product);
    const { body } = await shop().send('GET mobiledigital/product', {
      query: { product_id: (await sold(product.name)) ?? 0 },
    });
    expect(body.data).toMatchObject({ name: product.name });
    expect(await run('import', product.path)).toEqual({
      status: 0,
      stdout: `${product.path}: no changes.\n`,
      stderr: '',
    });
  });

  const readSellerName = async (name: string) => {
    const query = { product_id: (await sold(name)) ?? 0 };
    return (await shop().send('GET mobiledigital/seller', { query })).body.data?.name;
  };
  const pricesOnly = (...prices: string[]) => {
    const names = prices.map(() => `Quokka${++products}`);
    const rows = prices.map((price, index) => `${names[index]},${names[index]},${price},${names[index]}\n`);
    const head = 'Handle,Title,Variant Price,Variant SKU\n';
    return { names, path: file(`prices${products}.csv`, head + rows.join('')) };
  };

  it('imports products without a seller for the seller named on the command line, or by default for the shop itself', async () => {
    const seller = `Wharf Road ${products}`;
    const { names, path } = pricesOnly('12.50');
    const stdout = `${path}: 1 new product, 1 new variant, 1 new seller.\n`;
    expect(await run('import', path, '--seller', seller)).toEqual({ status: 0, stdout, stderr: '' });
    expect(await readSellerName(names[0] ?? '')).toBe(seller);
    const ownFile = pricesOnly('9.00');
    expect(await run('import', ownFile.path)).toMatchObject({ status: 0, stderr: '' });
    expect(await readSellerName(ownFile.names[0] ?? '')).toBe('Gifts Pty Ltd');
  });

  it('reports what an import with --dry-run would load, and loads nothing', async () => {
    const { names, path } = pricesOnly('12.50', '9.00');
    expect(await run('import', path, '--dry-run')).toEqual({
      status: 0,
      stdout: `${path}: would load 2 products (2 of them new) with 2 variants (2 new).\nNothing was changed (--dry-run). Pictures were not checked.\n`,
      stderr: '',
    });
    expect(await sold(names[0] ?? '')).toBeUndefined();
    const wrong = pricesOnly('-1');
    expect(await run('import', wrong.path, '--dry-run')).toMatchObject({ status: 1, stdout: '' });
  });

  it('imports the valid rows with --skip-wrong, names the invalid ones and exits with 1', async () => {
    const { names, path } = pricesOnly('12.50', 'cheap', '9.00');
    const place = `${path}:3:3 variant price: "cheap" is not a price`;
    const refused = await run('import', path);
    expect(refused).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining(place) });
    expect(refused.stderr).toMatch(/\n1 error and 0 warnings\. Nothing was loaded\.\nFix the errors .*--skip-wrong/);
    const skipped = await run('import', path, '--skip-wrong');
    expect(skipped).toMatchObject({ status: 1, stdout: expect.stringMatching(/: 2 new products, 2 new variants/) });
    expect(skipped.stderr).toContain(place);
    expect(skipped.stderr).toMatch(/\n1 error\. The import skipped what they name \(--skip-wrong\)\.\n$/);
    expect(await Promise.all(names.map(sold))).toEqual([expect.any(Number), undefined, expect.any(Number)]);
  });

  it('exports the same content to a file and to standard output', async () => {
    const outputPath = join(folder, 'out.csv');
    expect(await run('export', '--format', 'magento', outputPath)).toMatchObject({ status: 0, stderr: '' });
    const stdout = readFileSync(outputPath, 'utf8');
    expect(await run('export', '--format', 'magento')).toEqual({ status: 0, stdout, stderr: '' });
  });

  it('finds places in the address search as soon as a list of places is loaded', async () => {
    const search = async () =>
      (await shop().send('GET mobiledigital/places', { query: { q: 'Birdsv', session: '' } })).body;
    const load = (row: string) => run('places', file('places.csv', `locality,state,postcode\n${row}\n`));
    expect(await load('QUILPIE,QLD,4480')).toEqual({
      status: 0,
      stdout: '1 locality is loaded. The address search uses the new list from now on.\n',
      stderr: '',
    });
    expect((await search()).data).toEqual([]);
    expect(await load('BIRDSVILLE,QLD,4482')).toMatchObject({ status: 0 });
    expect(await search()).toMatchObject({
      data: [{ suburb: 'Birdsville' }],
      attribution: expect.stringContaining('G-NAF'),
    });
  });

  it('texts a campaign link to a customer, and rejects a link to an unknown product', async () => {
    products += 1;
    const linkArguments = [
      '--mobile',
      '+61491570156',
      '--campaign',
      `spring-${products}`,
      '--send',
      'Our spring cards are here.',
    ];
    expect(await run('link', ...linkArguments)).toEqual({ status: 0, stdout: 'Sent.\n', stderr: '' });
    expect((await shop().phone('+61491570156'))[0]).toMatchObject({ purpose: 'campaign' });
    expect(await run('link', '--mobile', '0412345678', '--product', '99999')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'The shop has no product 99999: use the number in the address of its page.\n',
    });
    const result = await run('link', '--mobile', '0412345678', '--product', '1');
    expect(result).toMatchObject({ status: 0, stdout: expect.stringContaining(`${shop().url}/autologin/`) });
  });

  it('explains invalid arguments in plain words and changes nothing', async () => {
    const wrong = [
      await run('import'),
      await run('import', '--fast'),
      await run('export'),
      await run('places'),
      await run('link', '--mobile', 'hello'),
    ];
    for (const { status, stdout, stderr } of wrong) {
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toContain('Use: npm run ');
      expect(stderr).not.toMatch(/^\s+at /m);
    }
    const missing = await run('import', 'none.csv');
    expect(missing).toEqual({ status: 1, stdout: '', stderr: 'There is no file none.csv.\n' });
    const bad = file('bad.csv', `${HEAD}x,X,Tide,-1,X\n`);
    expect((await run('import', bad)).stderr).toContain(`${bad}:2:4 variant price: "-1" is below zero`);
  });

  it('explains that the running shop has a different version when the shop does not know the command', async () => {
    const body = JSON.stringify({ command: 'sing', argv: [], cwd: '/' });
    const response = await callServer(env.DATA_DIR, { method: 'POST', path: '/one', body });
    if (!response) throw new Error('The shop takes no commands.');
    const complain = 'The running shop has another version and no command "sing". Restart the shop.';
    expect(await Array.fromAsync(readSocketMessages(response))).toEqual([{ complain }, { exit: 1 }]);
  });

  it('runs two commands simultaneously without interference', async () => {
    const [, exported] = await Promise.all([isLoaded(oneProduct()), run('export', '--format', 'shopify')]);
    expect(exported.status).toBe(0);
    expect(exported.stdout.split('\n')[0]).toContain('Handle,Title');
  });

  it('loads nothing when Ctrl-C stops an import', async () => {
    const tool = await startLongImport();
    tool.child.kill('SIGINT');
    expect(await tool.ended).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(READING) });
    expect((await tool.ended).stderr).toMatch(/\nYou stopped the command\. Nothing was loaded\.\n$/);
    await nothingOfIt();
  });

  it('rejects a second import while one runs, and ends the import when its command is killed', async () => {
    const tool = await startLongImport();
    const product = oneProduct();
    expect(await run('import', product.path)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('Another import is running'),
    });
    tool.child.kill('SIGKILL');
    await vi.waitFor(() => isLoaded(product), UNTIL_FREE);
    await nothingOfIt();
  });

  it('tells a running command that the shop is closing', async () => {
    const tool = await startLongImport();
    await shop().stop();
    expect((await tool.ended).stderr).toMatch(/\nThe shop is closing\. Nothing was loaded\.\n$/);
    expect((await tool.ended).status).toBe(1);
    expect(existsSync(join(env.DATA_DIR, 'commands.sock'))).toBe(false);
    await restart();
    await nothingOfIt();
  });

  it('ignores the stale socket file of a killed shop', async () => {
    const socket = join(env.DATA_DIR, 'commands.sock');
    expect(statSync(socket).mode & 0o777).toBe(0o600);
    const tool = await startLongImport();
    await shop().kill();
    expect((await tool.ended).stderr).toContain('The shop stopped before the command finished.');
    expect((await tool.ended).status).toBe(1);
    expect(existsSync(socket)).toBe(true);
    const bowl = oneProduct();
    expect(await run('import', bowl.path)).toMatchObject({ status: 0, stderr: '' });
    await restart();
    expect(await sold(bowl.name)).toBeGreaterThan(0);
    await isLoaded(oneProduct());
  });

  it('waits until a starting shop is ready before it runs a command', async () => {
    await shop().stop();
    const starting = startServer(env);
    const product = oneProduct();
    // The starting shop already owns the database, but accepts commands only once it is open.
    await vi.waitFor(() => expect(existsSync(join(env.DATA_DIR, 'handsel.lock'))).toBe(true), UNTIL_FREE);
    const loaded = await run('import', product.path);
    server = await starting;
    expect(loaded).toMatchObject({ status: 0 });
    expect(await sold(product.name)).toBeGreaterThan(0);
  });
});
