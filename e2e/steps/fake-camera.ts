import { writeFileSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import sharp from 'sharp';
import { findBrowserProgram } from './browser.ts';

const SIZE = { width: 1280, height: 720 };
const FRAMES = 5;

export async function writeFilm(svg: string, path: string): Promise<void> {
  const bars = await sharp(Buffer.from(svg), { density: 300 }).resize({ width: 760 }).flatten().png().toBuffer();
  const drawn = await sharp(bars)
    .extend({ left: 100, right: 100, top: 60, bottom: 60, background: '#ffffff' })
    .toBuffer();
  const table = { create: { ...SIZE, channels: 3 as const, background: '#8a8178' } };
  const { data } = await sharp(table)
    .composite([{ input: drawn }])
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colours = Buffer.alloc((SIZE.width * SIZE.height) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), data, colours]);
  const head = Buffer.from(`YUV4MPEG2 W${SIZE.width} H${SIZE.height} F10:1 Ip A1:1 C420jpeg\n`);
  writeFileSync(path, Buffer.concat([head, ...Array.from({ length: FRAMES }, () => frame)]));
}

export async function launchCameraBrowser(film: string): Promise<Browser> {
  const { executablePath, args } = await findBrowserProgram();
  const camera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
  return chromium.launch({ executablePath, args: [...args, ...camera, `--use-file-for-fake-video-capture=${film}`] });
}
