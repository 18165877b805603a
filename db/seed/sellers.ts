import { paragraphs } from './product-parts.ts';
import type { SeedSeller } from './types.ts';

type Story = Pick<SeedSeller, 'key' | 'name' | 'popup_description'> & {
  phone: string;
  address: string;
  hours: string;
  story: string[];
  free: number | null;
  flat: number;
};

/** Uses phone numbers reserved for fiction, and domains that cannot be registered. */
const seller = ({ key, name, popup_description, story, free, flat, phone, address, hours }: Story): SeedSeller => ({
  key,
  name,
  shop_url: key,
  description: paragraphs(...story),
  popup_description,
  logo: `seller-${key}-logo`,
  image: `seller-${key}-header`,
  supplied_by_image: `seller-${key}-plaque`,
  free_shipping_over_cents: free,
  flat_shipping_cents: flat,
  contact: { phone, email: `hello@${key}.example`, site: `https://${key}.example/`, address, hours },
});

export const sellers: SeedSeller[] = [
  seller({
    key: 'tide-and-kiln',
    name: 'Tide & Kiln',
    phone: '08 5550 1234',
    address: 'Shed 4, Slipway Lane, Fremantle WA 6160',
    hours: 'Thu-Fri 10-4, Sat 9-3',
    free: 15000,
    flat: 1200,
    popup_description: 'Stoneware thrown by four potters in a limestone shed in Fremantle.',
    story: [
      'Nell Abara bought her first kiln from a closing-down school in 2011 and moved it, in pieces, to a limestone shed behind the Fremantle docks.',
      'Four of us throw there now. We dig some of our own clay in the Perth hills, mix every glaze by hand and fire on Thursdays, so <strong>no two pieces match exactly</strong>.',
      'The shed door is open on Saturdays. Bring a mug you have broken and we will take a dollar a year off the next one.',
    ],
  }),
  seller({
    key: 'lamplight-lane',
    name: 'Lamplight Lane Books',
    phone: '03 5550 2087',
    address: '9 Lamplight Lane, Brunswick VIC 3056',
    hours: 'Tue-Fri 10-6, Sat-Sun 10-5',
    free: 8000,
    flat: 900,
    popup_description: 'A small bookshop in Brunswick with a long counter and strong opinions.',
    story: [
      'We are three booksellers and one greyhound at the quiet end of a lane in Brunswick. There is room for about four thousand books, so we choose slowly.',
      'Half our shelves are by Australian writers. If you tell us the last book you could not put down, we will find the next one. <em>We have been wrong twice.</em>',
    ],
  }),
  seller({
    key: 'wattle-and-balm',
    name: 'Wattle & Balm',
    phone: '02 5550 3416',
    address: 'The Old Dairy, Balm Road, Byron Bay NSW 2481',
    hours: 'Mon-Fri 9-4',
    free: 9000,
    flat: 850,
    popup_description: 'Skin care made in Byron Bay from native plants, in small batches.',
    story: [
      'Priya Nand was a hospital pharmacist for twelve years. She began making hand balm for the nurses on her ward, whose hands were washed raw.',
      'Today we make fourteen things in a converted dairy outside Byron Bay. Each has fewer than ten ingredients, most of them grown within a day of here.',
      'Bottles come back to us empty and go out again full: drop them at the dairy or post five at once for free.',
    ],
  }),
  seller({
    key: 'tumbledown-toys',
    name: 'Tumbledown Toys',
    phone: '03 5550 4921',
    address: 'Tram Shed 2, Offcut Street, Ballarat VIC 3350',
    hours: 'Wed-Sat 10-4',
    free: 10000,
    flat: 1100,
    popup_description: 'Wooden toys cut, sanded and painted by hand in Ballarat.',
    story: [
      'Our workshop is an old tram shed in Ballarat. The beech and hoop pine come from offcuts of a furniture maker two doors down.',
      'We paint with milk paint, round every edge twice and test each toy on <strong>Otto (3) and Wren (5)</strong>, who are not gentle.',
    ],
  }),
  seller({
    key: 'slow-magpie',
    name: 'Slow Magpie Coffee',
    phone: '02 5550 5173',
    address: '31 Tuesday Street, Newcastle NSW 2300',
    hours: 'Mon-Fri 7-3, Sat 8-1',
    free: 6000,
    flat: 750,
    popup_description: 'Coffee roasted on Tuesdays in Newcastle and posted the same afternoon.',
    story: [
      'Slow Magpie started with one second-hand roaster and a magpie who sat on the window sill every Tuesday to watch it.',
      'We buy from nine farms, pay them the price they ask and print it on the bag. Beans are roasted on Tuesday and in the post by four o’clock.',
    ],
  }),
  seller({
    key: 'eider-and-flax',
    name: 'Eider & Flax',
    phone: '03 5550 6305',
    address: '14 Curtain Row, Hobart TAS 7000',
    hours: 'Mon-Fri 9-5, Sat 10-2',
    free: 20000,
    flat: 1400,
    popup_description: 'Linen and wool for the bed, bath and table, sewn in Hobart.',
    story: [
      'Sisters Marit and Jo Halvorsen grew up over their mother’s curtain shop in Hobart. They kept the shop, the long cutting table and her scissors.',
      'The flax is European, the wool is from Oatlands, and the sewing is done upstairs by five people whose names are on the label.',
      'Everything we make can be mended. Send it back and we will do it for the cost of postage.',
    ],
  }),
  seller({
    key: 'far-paddock',
    name: 'Far Paddock',
    phone: '02 5550 7742',
    address: 'Saddler’s Yard, Snowy Track, Jindabyne NSW 2627',
    hours: 'Daily 8-6 in winter, Thu-Sun 9-5 in summer',
    free: 15000,
    flat: 1000,
    popup_description: 'Plain, tough gear for walking and camping, from Jindabyne.',
    story: [
      'Far Paddock is run by two guides and a saddler in Jindabyne. We got tired of packs that gave up before we did.',
      'Everything is tried for a full season in the Snowy Mountains before we sell it, and repaired in our own workshop for as long as you own it.',
    ],
  }),
  seller({
    key: 'verandah-green',
    name: 'Verandah Green',
    phone: '07 5550 8264',
    address: '22 Fence Street, Paddington QLD 4064',
    hours: 'Wed-Sun 8-4',
    free: null,
    flat: 1500,
    popup_description: 'A Brisbane nursery for verandahs, balconies and bright bathrooms.',
    story: [
      'We grow plants under the house, on the stairs and along the fence of a Queenslander in Paddington, and have run out of fence.',
      'Every plant is at least a year old before it leaves, with a note in plain words: where to put it, when to water it and what it looks like when it is cross with you.',
    ],
  }),
];
