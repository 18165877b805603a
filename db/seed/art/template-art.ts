import { TEMPLATE_HEIGHT, TEMPLATE_WIDTH, type TemplateLayout } from '#contract/rules/gift-card/gift-picture.ts';
import type { Occasion } from '#contract/rules/listing.ts';
import { lettering, sizeToFit } from './lettering.ts';
import { knot } from './marks.ts';
import { hue as c } from './palette.ts';
import { box, clipped, picture, place, rectangle } from './shapes.ts';
import { textBlock } from './template-layouts.ts';
import * as feast from './template-scenes-festive.ts';
import * as kind from './template-scenes-kind.ts';

type Card = {
  name: string;
  title: string;
  occasion: Occasion | null;
  ground: string;
  ink: string;
  accent: string;
  side: 'above' | 'below';
  art: () => string;
};

const cards: Record<string, Card> = {
  'birthday-cake': {
    name: 'Birthday cake',
    title: 'Happy birthday',
    occasion: 'birthday',
    ground: c.blush,
    ink: c.ink,
    accent: '#A83219',
    side: 'above',
    art: feast.cake,
  },
  'birthday-balloons': {
    name: 'Balloons',
    title: 'Many happy returns',
    occasion: 'birthday',
    ground: c.sky,
    ink: c.night,
    accent: c.night,
    side: 'below',
    art: feast.balloons,
  },
  'birthday-bear': {
    name: 'Birthday bear',
    title: 'Hip hip hooray!',
    occasion: 'birthday',
    ground: c.butter,
    ink: c.ink,
    accent: '#A83219',
    side: 'above',
    art: feast.bearParty,
  },
  'thank-you-wattle': {
    name: 'Wattle bunch',
    title: 'Thank you',
    occasion: 'thank-you',
    ground: c.pine,
    ink: c.paper,
    accent: c.butter,
    side: 'above',
    art: kind.bouquet,
  },
  'wedding-arch': {
    name: 'Two rings',
    title: 'To the happy couple',
    occasion: 'wedding',
    ground: c.cream,
    ink: c.forest,
    accent: '#A83219',
    side: 'above',
    art: feast.weddingArch,
  },
  'new-baby-moon': {
    name: 'Moon mobile',
    title: 'Hello, little one',
    occasion: 'new-baby',
    ground: c.night,
    ink: c.paper,
    accent: c.butter,
    side: 'above',
    art: feast.moonMobile,
  },
  'christmas-wreath': {
    name: 'Gum wreath',
    title: 'Merry Christmas',
    occasion: 'christmas',
    ground: c.forest,
    ink: c.paper,
    accent: c.butter,
    side: 'above',
    art: feast.wreath,
  },
  'christmas-beach': {
    name: 'Beach Christmas',
    title: 'Merry Christmas',
    occasion: 'christmas',
    ground: c.mist,
    ink: c.navy,
    accent: '#A83219',
    side: 'below',
    art: feast.beach,
  },
  congratulations: {
    name: 'Confetti',
    title: 'Congratulations',
    occasion: 'congratulations',
    ground: c.ochre,
    ink: c.ink,
    accent: c.ink,
    side: 'above',
    art: feast.confetti,
  },
  'just-because': {
    name: 'Jug of flowers',
    title: 'Just because',
    occasion: null,
    ground: c.mint,
    ink: c.forest,
    accent: c.plum,
    side: 'above',
    art: kind.vaseOfFlowers,
  },
  'thinking-of-you': {
    name: 'Moon on water',
    title: 'Thinking of you',
    occasion: 'thinking-of-you',
    ground: c.mist,
    ink: c.navy,
    accent: c.navy,
    side: 'above',
    art: kind.moonOnWater,
  },
  'good-luck': {
    name: 'Kite weather',
    title: 'Good luck',
    occasion: 'good-luck',
    ground: c.sky,
    ink: c.night,
    accent: c.night,
    side: 'below',
    art: kind.kiteSky,
  },
  'new-home': {
    name: 'Our street',
    title: 'Happy new home',
    occasion: 'new-home',
    ground: c.blush,
    ink: c.ink,
    accent: c.plum,
    side: 'below',
    art: kind.street,
  },
  'for-mum': {
    name: 'Banksias for Mum',
    title: 'For you, Mum',
    occasion: null,
    ground: c.salmon,
    ink: c.ink,
    accent: c.ink,
    side: 'above',
    art: kind.banksias,
  },
  'for-dad': {
    name: 'Dad’s shed',
    title: 'Good on you, Dad',
    occasion: null,
    ground: c.sage,
    ink: c.forest,
    accent: c.forest,
    side: 'below',
    art: kind.shed,
  },
  anniversary: {
    name: 'Two cups',
    title: 'Happy anniversary',
    occasion: 'anniversary',
    ground: c.lilac,
    ink: c.night,
    accent: c.plum,
    side: 'above',
    art: feast.twoCups,
  },
  'get-well': {
    name: 'Tea in bed',
    title: 'Get well soon',
    occasion: 'get-well',
    ground: c.sky,
    ink: c.night,
    accent: c.night,
    side: 'above',
    art: kind.teaInBed,
  },
};

export const templateKeys = Object.keys(cards);

function getTemplateCard(key: string): Card {
  const card = cards[key];
  if (!card) throw new Error(`There is no picture-message template '${key}'`);
  return card;
}

export const templateName = (key: string) => getTemplateCard(key).name;
export const templateOccasion = (key: string) => getTemplateCard(key).occasion;
export const templateGround = (key: string) => getTemplateCard(key).ground;

const TEXT_TOP = { above: 502, below: 116 };

export const templateLayout = (key: string): TemplateLayout => {
  const { ink, side } = getTemplateCard(key);
  return textBlock({ top: TEXT_TOP[side], colour: ink });
};

export function templatePicture(key: string): string {
  const { title, ground, accent, side, art } = getTemplateCard(key);
  const size = sizeToFit(title, 600, 68, 800);
  const drawing = clipped('art', rectangle(0, 0, TEMPLATE_WIDTH, 420), art());
  return picture(
    TEMPLATE_WIDTH,
    TEMPLATE_HEIGHT,
    box(0, 0, TEMPLATE_WIDTH, TEMPLATE_HEIGHT, ground),
    side === 'above' ? drawing : place({ y: TEMPLATE_HEIGHT - 392 }, drawing),
    lettering(title, { x: 360, y: side === 'above' ? 480 : 96, size, fill: accent, weight: 800 }),
    side === 'above' ? place({ x: 664, y: 56, scale: 0.12 }, knot(accent, 44)) : '',
  );
}
