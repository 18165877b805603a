import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setupI18n } from '@lingui/core';
import sharp from 'sharp';
import { runnerImport } from 'vite';
import { layoutText } from '#server/platform/pictures/message/text-layout.ts';
import { openTypeface } from '#server/platform/pictures/message/typeface.ts';
import type { Brand } from '#web/shared/brand/brand.ts';
import { languagePlugins } from './language-plugins.ts';

const PAPER = '#fbf8f3';
const english = setupI18n({ locale: 'en-AU', messages: { 'en-AU': {} } });

/**
 * Writes the files that browsers, phones and messengers request by name: manifests, icons, apple-touch-icon.png,
 * favicon.ico and share.jpg (link preview).
 */
export async function writeBrandFiles(id: Brand['id'], folder: string): Promise<void> {
  const brand = await readBrand(id);
  await mkdir(folder, { recursive: true });
  const [rounded, whole, masked] = [
    drawAppIcon(brand, 'rounded'),
    drawAppIcon(brand, 'square'),
    drawAppIcon(brand, 'maskable'),
  ];
  const files: Record<string, Promise<Buffer> | string> = {
    'manifest.webmanifest': `${JSON.stringify(buildManifest(brand), null, 2)}\n`,
    'till.webmanifest': `${JSON.stringify(buildTillManifest(brand), null, 2)}\n`,
    'icon-192.png': renderPng(rounded, 192),
    'icon-512.png': renderPng(rounded, 512),
    'icon-maskable-512.png': renderPng(masked, 512),
    'apple-touch-icon.png': renderPng(whole, 180),
    'favicon.ico': renderPng(rounded, 48).then((icon) => encodeIco(icon, 48)),
    'share.jpg': drawShareImage(brand).then((svg) => sharp(Buffer.from(svg)).jpeg({ quality: 86 }).toBuffer()),
  };
  await Promise.all(Object.entries(files).map(async ([name, bytes]) => writeFile(join(folder, name), await bytes)));
}

/** Reads the brand with Vite, because it belongs to the web app. */
export async function readBrand(id: Brand['id']): Promise<Brand> {
  const read = await runnerImport<{ brand: Brand }>(join(import.meta.dirname, '../../web/shared/brand/brand.ts'), {
    configFile: false,
    plugins: [languagePlugins()],
    logLevel: 'error',
    define: { __BRAND__: JSON.stringify(id) },
  });
  return read.module.brand;
}

const icon = (src: string, sizes: string, purpose = 'any') => ({ src, sizes, type: 'image/png', purpose });
const ICONS = [
  icon('/icon-192.png', '192x192'),
  icon('/icon-512.png', '512x512'),
  icon('/icon-maskable-512.png', '512x512', 'maskable'),
];

function buildTillManifest({ title }: Brand): object {
  return {
    id: '/till',
    name: `${title} till`,
    short_name: 'Till',
    lang: 'en-AU',
    dir: 'ltr',
    start_url: '/till',
    scope: '/till',
    display: 'standalone',
    background_color: PAPER,
    theme_color: PAPER,
    categories: ['business'],
    icons: ICONS,
  };
}

function buildManifest(brand: Brand): object {
  return {
    id: '/',
    name: brand.title,
    short_name: brand.title.split(' ')[0],
    description: english._(brand.browseIntro),
    lang: 'en-AU',
    dir: 'ltr',
    start_url: '/browse',
    scope: '/',
    display: 'standalone',
    background_color: PAPER,
    theme_color: PAPER,
    categories: ['shopping'],
    icons: ICONS,
    shortcuts: [
      { name: english._(brand.browseTitle), url: '/browse', icons: [icon('/icon-192.png', '192x192')] },
      { name: 'Orders', url: '/account/orders', icons: [icon('/icon-192.png', '192x192')] },
    ],
  };
}

/** `maskable` allows any crop; `square` is for phones that round corners themselves. */
function drawAppIcon({ logo, colours }: Brand, shape: 'rounded' | 'square' | 'maskable'): string {
  const scale = shape === 'maskable' ? 0.56 : 0.7;
  const shift = (32 - 32 * scale) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="${shape === 'rounded' ? 8 : 0}" fill="${colours.accent.light}"/>
<g fill="#fff" transform="translate(${shift} ${shift}) scale(${scale})">${renderPaths(logo.mark)}</g></svg>`;
}

const renderPaths = (mark: readonly string[]): string => mark.map((path) => `<path d="${path}"/>`).join('');

function renderPng(svg: string, size: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}

function encodeIco(picture: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(picture.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, picture]);
}

async function drawShareImage({ logo, title, tagline, colours }: Brand): Promise<string> {
  const [name, words] = await Promise.all([
    drawText(title, { x: 480, y: 150, width: 660, height: 220, size: 108 }, 800),
    drawText(english._(tagline), { x: 480, y: 370, width: 660, height: 130, size: 44 }, 500),
  ]);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
<defs><radialGradient id="light" cx="0.2" cy="0.1" r="1"><stop stop-color="#fff" stop-opacity="0.16"/><stop offset="1" stop-color="#000" stop-opacity="0.12"/></radialGradient></defs>
<rect width="100%" height="100%" fill="${colours.accent.light}"/><rect width="100%" height="100%" fill="url(#light)"/>
<g fill="#fff" transform="translate(90 165) scale(9.4)">${renderPaths(logo.mark)}</g>
<g fill="#fff">${name}</g><g fill="#fff" opacity="0.92">${words}</g></svg>`;
}

type Room = { x: number; y: number; width: number; height: number; size: number };

async function drawText(text: string, room: Room, weight: 500 | 800): Promise<string> {
  const typeface = await openTypeface({ weight, texts: [text] });
  const { placed } = layoutText({ text, area: { ...room, align: 'start', colour: '#ffffff' }, typeface });
  const drawn = placed.map(
    ({ shape, x, y, size }) => `<g transform="translate(${x} ${y}) scale(${size / 1000})">${shape.svg}</g>`,
  );
  return drawn.join('');
}
