import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it, onTestFinished } from 'vitest';
import { createDataFolder, startServer } from '../steps/server.ts';
import { runTool } from '../steps/tool.ts';

const FILE = 'Handle,Title,Vendor,Variant Price,Variant SKU,Image Src\nquokka,Quokka,Tide,12.50,QUOKKA,quokka.png\n';

it('draws pictures of new products before they are requested', async () => {
  const data = createDataFolder();
  onTestFinished(() => data.remove());
  mkdirSync(data.path);
  const env = { DATA_DIR: data.path, DATABASE_URL: '', SEED: 'none', HUMAN_CHECK: 'none' };
  const server = await startServer({ ...env, PICTURES_AHEAD: '1' });
  onTestFinished(() => server.stop());
  const create = { width: 800, height: 600, channels: 3, background: '#cc5500' } as const;
  await sharp({ create }).png().toFile(join(data.path, 'quokka.png'));
  writeFileSync(join(data.path, 'quokka.csv'), FILE);
  expect(await runTool(env, 'import', join(data.path, 'quokka.csv'))).toMatchObject({ status: 0, stderr: '' });
  const pictureFolder = join(data.path, 'pictures');
  const drawn = () => (existsSync(pictureFolder) ? readdirSync(pictureFolder, { recursive: true }) : []).map(String);
  await expect.poll(() => drawn().filter((name) => name.endsWith('.avif'))).toHaveLength(6);
});
