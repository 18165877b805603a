// node bench/pictures.ts [PICTURES]: measures pictures per second, compared with a bare sharp call over the same
// template.
import sharp from 'sharp';
import { TEMPLATE_HEIGHT, TEMPLATE_WIDTH } from '#contract/rules/gift-card/gift-picture.ts';
import { templateKeys, templateLayout, templatePicture } from '#db/seed/art/template-art.ts';
import { baselineJpeg } from '#server/platform/pictures/jpeg.ts';
import { composePictureMessage } from '#server/platform/pictures/message/picture-message.ts';
import { drawWords } from '#server/platform/pictures/message/words-drawing.ts';
import { printJson, printTable } from './table.ts';

const pictureCount = Number(process.argv[2] ?? 200);
const AT_ONCE = 10;
const [key = ''] = templateKeys;
const layout = templateLayout(key);
const template = await sharp(Buffer.from(templatePicture(key)))
  .resize(TEMPLATE_WIDTH, TEMPLATE_HEIGHT)
  .png()
  .toBuffer();
const buildWords = (index: number) => ({
  to: `To Mia ${index}`,
  message: 'Thank you for a good year.',
  from: 'From Wren',
  amount: '$50',
  footer: 'Teapots & Co · Expires 2 November 2029',
});

const compose = (index: number) =>
  composePictureMessage({ templateSvgOrRaster: { bytes: template, mime: 'image/png' }, layout, ...buildWords(index) });
/** Draws the text outlines in advance, so that the bare sharp call excludes the composer's own work. */
const outlines = await Promise.all(
  Array.from({ length: pictureCount }, async (_, index) => Buffer.from(await drawWords(buildWords(index), layout))),
);
const composeBare = (index: number) =>
  sharp(template)
    .composite([{ input: outlines[index] }])
    .jpeg(baselineJpeg({ quality: 92, fineColour: true }))
    .toBuffer();

const ways = [
  { way: 'composed', make: compose, ms: 0, cpu: 0 },
  { way: 'bare sharp', make: composeBare, ms: 0, cpu: 0 },
];
for (const { make } of ways) await make(0);
for (let first = 0; first < pictureCount; first += AT_ONCE)
  for (const way of ways) {
    const [began, before] = [performance.now(), process.cpuUsage()];
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, pictureCount - first) }, (_, index) => way.make(first + index)),
    );
    const { user, system } = process.cpuUsage(before);
    way.ms += performance.now() - began;
    way.cpu += (user + system) / 1_000;
  }

const results = ways.map(({ way, ms, cpu }) => ({
  way,
  perSecond: (pictureCount * 1_000) / ms,
  cpuMs: cpu / pictureCount,
}));
const fastest = results.find(({ way }) => way === 'bare sharp')?.perSecond ?? 0;
printTable(results, [
  ['way', ({ way }) => way],
  ['per second', ({ perSecond }) => perSecond],
  ['cpu ms', ({ cpuMs }) => cpuMs],
  ['of bare', ({ perSecond }) => perSecond / fastest],
]);
printJson({ pictures: pictureCount, results });
