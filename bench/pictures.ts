// node bench/pictures.ts [PICTURES]: measures pictures per second, compared with a bare sharp call over the same
// template.
import sharp from 'sharp';
import { TEMPLATE_HEIGHT, TEMPLATE_WIDTH } from '#contract/rules/gift-card/gift-picture.ts';
import { templateKeys, templateLayout, templatePicture } from '#db/seed/art/template-art.ts';
import { baselineJpeg } from '#server/platform/pictures/jpeg.ts';
import { composePictureMessage } from '#server/platform/pictures/message/picture-message.ts';
import { drawWords } from '#server/platform/pictures/message/words-drawing.ts';
import { printJson, printTable } from './table.ts';

const wanted = Number(process.argv[2] ?? 200);
const AT_ONCE = 10;
const [key = ''] = templateKeys;
const layout = templateLayout(key);
const template = await sharp(Buffer.from(templatePicture(key)))
  .resize(TEMPLATE_WIDTH, TEMPLATE_HEIGHT)
  .png()
  .toBuffer();
const wordsOf = (at: number) => ({
  to: `To Mia ${at}`,
  message: 'Thank you for a good year.',
  from: 'From Wren',
  amount: '$50',
  footer: 'Teapots & Co · Expires 2 November 2029',
});

const compose = (at: number) =>
  composePictureMessage({ templateSvgOrRaster: { bytes: template, mime: 'image/png' }, layout, ...wordsOf(at) });
/** Drawing outlines is the composer's own work. */
const outlines = await Promise.all(
  Array.from({ length: wanted }, async (_, at) => Buffer.from(await drawWords(wordsOf(at), layout))),
);
const bare = (at: number) =>
  sharp(template)
    .composite([{ input: outlines[at] }])
    .jpeg(baselineJpeg({ quality: 92, fineColour: true }))
    .toBuffer();

const ways = [
  { way: 'composed', make: compose, ms: 0, cpu: 0 },
  { way: 'bare sharp', make: bare, ms: 0, cpu: 0 },
];
for (const { make } of ways) await make(0);
for (let first = 0; first < wanted; first += AT_ONCE)
  for (const one of ways) {
    const [began, before] = [performance.now(), process.cpuUsage()];
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, wanted - first) }, (_, at) => one.make(first + at)));
    const { user, system } = process.cpuUsage(before);
    one.ms += performance.now() - began;
    one.cpu += (user + system) / 1_000;
  }

const results = ways.map(({ way, ms, cpu }) => ({ way, perSecond: (wanted * 1_000) / ms, cpuMs: cpu / wanted }));
const fastest = results.find(({ way }) => way === 'bare sharp')?.perSecond ?? 0;
printTable(results, [
  ['way', ({ way }) => way],
  ['per second', ({ perSecond }) => perSecond],
  ['cpu ms', ({ cpuMs }) => cpuMs],
  ['of bare', ({ perSecond }) => perSecond / fastest],
]);
printJson({ pictures: wanted, results });
