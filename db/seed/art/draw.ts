/**
 * Ids of drawings: product-<key>-<shot>, card-<key>, template-<key>, seller-<key>-{logo,header,plaque}, and Handsel's
 * own.
 */
import { createHash } from 'node:crypto';
import { TEMPLATE_HEIGHT, TEMPLATE_WIDTH } from '#contract/rules/gift-card/gift-picture.ts';
import { CARD_HEIGHT, CARD_WIDTH, cardFace } from './card-face.ts';
import { faces } from './card-faces.ts';
import { appIcon, emptyStates, poweredBy, secureMobile, wordmark } from './illustrations.ts';
import { type SellerKey, signs } from './marks.ts';
import { type Hue, hue } from './palette.ts';
import { productPicture } from './product-pictures.ts';
import { header, logo, looks, plaque } from './seller-pictures.ts';
import { sketches } from './sketches.ts';
import { PRODUCT_HEIGHT, PRODUCT_WIDTH } from './stages.ts';
import { chartKeys, shippingSigns, sizingChart } from './tab-pictures.ts';
import { templateGround, templateKeys, templatePicture } from './template-art.ts';

type Art = { width: number; height: number; ground: string; draw: () => string };

const productArt = () =>
  Object.entries(sketches).flatMap(([key, sketch]) =>
    [1, 2, 3].map((shot): [string, Art] => [
      `product-${key}-${shot}`,
      {
        width: PRODUCT_WIDTH,
        height: PRODUCT_HEIGHT,
        ground: sketch.tones[shot === 2 ? 1 : 0],
        draw: () => productPicture(sketch, shot),
      },
    ]),
  );

const cardArt = () =>
  Object.entries(faces).map(([key, face]): [string, Art] => [
    `card-${key}`,
    { width: CARD_WIDTH, height: CARD_HEIGHT, ground: face.ground, draw: () => cardFace(face) },
  ]);

const templateArt = () =>
  templateKeys.map((key): [string, Art] => [
    `template-${key}`,
    { width: TEMPLATE_WIDTH, height: TEMPLATE_HEIGHT, ground: templateGround(key), draw: () => templatePicture(key) },
  ]);

const sellerArt = () =>
  (Object.keys(signs) as SellerKey[]).flatMap((key): [string, Art][] => [
    [`seller-${key}-logo`, { width: 600, height: 600, ground: looks[key].ground, draw: () => logo(key) }],
    [`seller-${key}-header`, { width: 1200, height: 480, ground: looks[key].wall, draw: () => header(key) }],
    [`seller-${key}-plaque`, { width: 640, height: 240, ground: hue.paper, draw: () => plaque(key) }],
  ]);

const wordmarks = {
  'brand-giftcard': hue.coral,
  'brand-giftcard-dark': '#F0785C',
  'brand-product': hue.pine,
  'brand-product-dark': '#5FC2A0',
};
const emptyGrounds: Record<string, Hue> = {
  'empty-cart': 'blush',
  'empty-orders': 'mist',
  'not-found': 'sky',
  error: 'butter',
  offline: 'night',
};

const illustrationArt = (): [string, Art][] => [
  ...Object.entries(wordmarks).map(([id, fill]): [string, Art] => [
    id,
    { width: 640, height: 160, ground: hue.paper, draw: () => wordmark(fill) },
  ]),
  ['icon-giftcard', { width: 512, height: 512, ground: hue.coral, draw: () => appIcon(hue.coral) }],
  ['icon-product', { width: 512, height: 512, ground: hue.pine, draw: () => appIcon(hue.pine) }],
  ['secure-mobile', { width: 800, height: 600, ground: hue.mint, draw: secureMobile }],
  ['powered-by', { width: 480, height: 120, ground: hue.ink, draw: poweredBy }],
  ...Object.entries(emptyStates).map(([id, draw]): [string, Art] => [
    id,
    { width: 600, height: 480, ground: hue[emptyGrounds[id] ?? 'cream'], draw },
  ]),
  ...Object.entries(shippingSigns).map(([id, draw]): [string, Art] => [
    id,
    { width: 200, height: 200, ground: hue.cream, draw },
  ]),
  ...chartKeys.map((id): [string, Art] => [
    id,
    { width: 1000, height: 700, ground: hue.paper, draw: () => sizingChart(id) },
  ]),
];

const gallery = new Map<string, Art>([
  ...productArt(),
  ...cardArt(),
  ...templateArt(),
  ...sellerArt(),
  ...illustrationArt(),
]);

function getArt(id: string): Art {
  const art = gallery.get(id);
  if (!art) throw new Error(`There is no art '${id}'`);
  return art;
}

/** Returns the same SVG on every call. Throws for an unknown id. */
export const drawArt = (id: string): string => getArt(id).draw();

export const artSize = (id: string): { width: number; height: number } => {
  const { width, height } = getArt(id);
  return { width, height };
};

/** Returns the colour (#RRGGBB) that is shown until the picture loads. */
export const artGround = (id: string): string => getArt(id).ground;

export function drawArtPicture(id: string) {
  const source = Buffer.from(drawArt(id));
  const version = createHash('sha256').update(source).digest('hex').slice(0, 12);
  return { mime: 'image/svg+xml' as const, source, version, ground: artGround(id) };
}

export const artIds = (): string[] => [...gallery.keys()];
