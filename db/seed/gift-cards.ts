/** Each price of a gift card is a variant with its own SKU and stock. */
import { type CardPrice, cardPrices } from './options.ts';
import { paragraphs } from './product-parts.ts';
import type { ProductDraft } from './types.ts';

type Card = {
  face: string;
  sku: string;
  seller: string;
  name: string;
  short_desc: string;
  words: string;
  prices: CardPrice[];
  categories: number[];
  templates: string[];
  pin?: boolean;
  months?: number;
  /** Maximum free amount in whole dollars. */
  upTo?: number;
};

const always = ['birthday-cake', 'thank-you-wattle', 'just-because', 'congratulations'];
const festive = ['christmas-wreath', 'christmas-beach'];
const STOCK = 500;

const giftCard = ({
  face,
  sku,
  seller,
  name,
  short_desc,
  words,
  prices,
  categories,
  templates,
  pin = false,
  months = 36,
  upTo,
}: Card): ProductDraft => ({
  sku,
  name,
  short_desc,
  description: paragraphs(
    words,
    `Arrives as a picture message on a mobile you choose, now or on the day. Spend it in one go or bit by bit: it is good for ${months / 12} years.`,
  ),
  price_cents: Math.min(...prices) * 100,
  images: [`card-${face}`],
  seller,
  categories: [10, ...categories],
  type: 'configurable',
  variants: prices
    .toSorted((a, b) => a - b)
    .map((dollars) => ({
      sku: `${sku}-${dollars}`,
      price_cents: dollars * 100,
      qty: STOCK,
      gift_card_price: cardPrices[dollars],
    })),
  tab3: [
    {
      question: 'Can it be used online?',
      answer: 'Yes. The code works in the seller’s own shop and at their counter.',
    },
    {
      question: 'What if the mobile number is wrong?',
      answer: 'You can correct it until the card is opened, from the order in your account.',
    },
  ],
  templates,
  card: {
    pin,
    validity_months: months,
    ...(upTo ? { free_amount: { min_cents: Math.min(...prices) * 100, max_cents: upTo * 100, qty: STOCK } } : {}),
  },
});

export const giftCards: ProductDraft[] = [
  giftCard({
    face: 'tide-studio-shelf',
    sku: 'TK-GC-SHELF',
    seller: 'tide-and-kiln',
    name: 'Tide & Kiln Studio Shelf Card',
    short_desc: 'For anyone with an empty shelf',
    words:
      'For the friend who turns a mug over to see who made it. Good for everything in the Fremantle shed, seconds included.',
    prices: [25, 50, 75, 100, 150],
    upTo: 500,
    categories: [12],
    templates: [...always, 'new-home', 'for-mum', ...festive],
  }),
  giftCard({
    face: 'lamplight-top-shelf',
    sku: 'LL-GC-TOP',
    seller: 'lamplight-lane',
    name: 'Lamplight Lane Top Shelf Card',
    short_desc: 'A book they choose themselves',
    words:
      'You know they read, you do not know what. Let them loose in four thousand books with three booksellers to help.',
    prices: [20, 40, 50, 75, 100],
    upTo: 300,
    categories: [13],
    templates: [...always, 'good-luck', 'get-well', ...festive],
  }),
  giftCard({
    face: 'wattle-first-bloom',
    sku: 'WB-GC-BLOOM',
    seller: 'wattle-and-balm',
    name: 'Wattle & Balm First Bloom Card',
    short_desc: 'A quiet hour and good soap',
    words: 'A bath drawn, a door shut, nobody asking where the sticky tape is. Good for all fourteen things we make.',
    prices: [25, 50, 75, 100, 150],
    categories: [],
    templates: [...always, 'for-mum', 'get-well', 'thinking-of-you', ...festive],
  }),
  giftCard({
    face: 'tumbledown-toybox',
    sku: 'TT-GC-TOYBOX',
    seller: 'tumbledown-toys',
    name: 'Tumbledown Toybox Card',
    short_desc: 'For small builders',
    words: 'For people under ten and those who sit on the floor with them. Nothing we make needs a battery.',
    prices: [25, 40, 50, 75, 100],
    categories: [],
    templates: ['birthday-bear', 'birthday-balloons', 'new-baby-moon', 'congratulations', ...festive],
  }),
  giftCard({
    face: 'magpie-first-song',
    sku: 'SM-GC-SONG',
    seller: 'slow-magpie',
    name: 'Slow Magpie First Song Card',
    short_desc: 'Better mornings',
    words:
      'Fresh beans, roasted on a Tuesday and in their letterbox by the weekend. The nicest way to say good morning from far away.',
    prices: [20, 40, 50, 75, 100, 150],
    upTo: 500,
    categories: [13],
    templates: [...always, 'for-dad', 'good-luck', 'get-well'],
  }),
  giftCard({
    face: 'flax-clean-sheets',
    sku: 'EF-GC-SHEETS',
    seller: 'eider-and-flax',
    name: 'Eider & Flax Clean Sheets Card',
    short_desc: 'That first-night feeling',
    words: 'Towards the bed of their dreams, or the tea towels. Our Hobart shop will wrap whatever they choose.',
    prices: [50, 100, 150, 250, 500],
    categories: [12],
    templates: ['wedding-arch', 'anniversary', 'new-home', ...always, 'christmas-wreath'],
    pin: true,
  }),
  giftCard({
    face: 'paddock-snow-gums',
    sku: 'FP-GC-RANGE',
    seller: 'far-paddock',
    name: 'Far Paddock Main Range Card',
    short_desc: 'Boots, packs and far hills',
    words: 'For the one who looks at the weather and goes anyway. Also pays for repairs.',
    prices: [50, 100, 150, 200, 250, 300],
    upTo: 1000,
    categories: [14],
    templates: [...always, 'for-dad', 'good-luck', 'christmas-beach'],
    pin: true,
    months: 60,
  }),
  giftCard({
    face: 'verandah-big-leaf',
    sku: 'VG-GC-LEAF',
    seller: 'verandah-green',
    name: 'Verandah Green Big Leaf Card',
    short_desc: 'Something to look after',
    words: 'A plant they picked is a plant that lives. Good at the Paddington nursery and by post where plants may go.',
    prices: [25, 50, 75, 100, 150],
    upTo: 500,
    categories: [12],
    templates: [...always, 'new-home', 'for-mum', 'thinking-of-you'],
  }),
  giftCard({
    face: 'tide-kiln-door',
    sku: 'TK-GC-KILN',
    seller: 'tide-and-kiln',
    name: 'Tide & Kiln Wedding Table Card',
    short_desc: 'A table, one plate at a time',
    words:
      'For setting a table together: couples collect plates, bowls and jugs as they need them, from one batch of clay.',
    prices: [100, 150, 200, 300, 500],
    categories: [12],
    templates: ['wedding-arch', 'anniversary', 'congratulations', 'new-home', 'thank-you-wattle'],
    pin: true,
    months: 60,
  }),
  giftCard({
    face: 'lamplight-late-page',
    sku: 'LL-GC-LATE',
    seller: 'lamplight-lane',
    name: 'Lamplight Lane One More Page Card',
    short_desc: 'For the late readers',
    words:
      'Pays for a year of staying up too late: a book a month, chosen by us after one short telephone call, or spent however they like.',
    prices: [50, 100, 150, 300],
    categories: [13],
    templates: [...always, 'for-mum', 'for-dad', 'thinking-of-you'],
  }),
  giftCard({
    face: 'wattle-banksia-walk',
    sku: 'WB-GC-BANKSIA',
    seller: 'wattle-and-balm',
    name: 'Wattle & Balm Banksia Walk Card',
    short_desc: 'For new mothers and tired feet',
    words: 'Made up with midwives in mind: soft things for new mothers, sore feet and very small bottoms.',
    prices: [40, 75, 100, 150],
    categories: [],
    templates: ['new-baby-moon', 'congratulations', 'for-mum', 'thinking-of-you', 'just-because'],
  }),
  giftCard({
    face: 'tumbledown-rainbow',
    sku: 'TT-GC-RAINBOW',
    seller: 'tumbledown-toys',
    name: 'Tumbledown Hello Baby Card',
    short_desc: 'A first toy, chosen later',
    words: 'Babies do not mind waiting for a present. Their parents may like to pick the colours.',
    prices: [25, 50, 75, 100],
    categories: [],
    templates: ['new-baby-moon', 'congratulations', 'birthday-bear', 'thank-you-wattle'],
  }),
  giftCard({
    face: 'magpie-long-table',
    sku: 'SM-GC-TABLE',
    seller: 'slow-magpie',
    name: 'Slow Magpie Long Table Card',
    short_desc: 'Coffee for the whole office',
    words:
      'For teams, neighbours and everyone who helped you move. Covers beans, cups and a brewing lesson in Newcastle.',
    prices: [50, 100, 150, 250, 500],
    categories: [13],
    templates: ['thank-you-wattle', 'congratulations', 'just-because', 'new-home', 'christmas-beach'],
  }),
  giftCard({
    face: 'flax-in-flower',
    sku: 'EF-GC-FLOWER',
    seller: 'eider-and-flax',
    name: 'Eider & Flax In Flower Card',
    short_desc: 'Linen for every day',
    words: 'For an apron that earns its stains or napkins that do not match. Small things, well sewn.',
    prices: [25, 50, 75, 100, 150],
    categories: [12],
    templates: [...always, 'for-mum', 'anniversary', 'get-well'],
  }),
  giftCard({
    face: 'paddock-night-camp',
    sku: 'FP-GC-CAMP',
    seller: 'far-paddock',
    name: 'Far Paddock Night Camp Card',
    short_desc: 'One night under canvas',
    words:
      'Enough for a lantern, or put a few together for the tent. We will show them how to pitch it in our car park.',
    prices: [25, 50, 100, 150, 250],
    categories: [14],
    templates: ['birthday-balloons', 'good-luck', 'for-dad', 'congratulations', 'christmas-beach'],
  }),
  giftCard({
    face: 'verandah-lacework',
    sku: 'VG-GC-LACE',
    seller: 'verandah-green',
    name: 'Verandah Green New Keys Card',
    short_desc: 'For a first balcony',
    words: 'New keys, bare balcony. Good for pots, soil, plants and an honest talk about how much sun they really get.',
    prices: [40, 75, 100, 150, 250],
    categories: [12],
    templates: ['new-home', 'wedding-arch', 'congratulations', 'thank-you-wattle', 'good-luck'],
  }),
];
