import { emoji } from './emoji.ts';
import { lettering } from './lettering.ts';
import { tee } from './objects-soft.ts';
import { hue as c } from './palette.ts';
import { box, d, disc, line, picture, place } from './shapes.ts';

const sign = (ground: string, drawing: string) =>
  picture(200, 200, disc(100, 100, 100, ground), place({ x: 46, y: 46, scale: 4.5 }, line(drawing, c.ink, 1.8)));

export const shippingSigns: Record<string, () => string> = {
  'ship-parcel': () => sign(c.butter, 'M12 3l8 4v10l-8 4-8-4V7zM4 7l8 4 8-4M12 11v10'),
  'ship-truck': () =>
    sign(
      c.sky,
      'M5 17H3V6h11v11H9M14 9.5h4l3 3.5v4h-2M14 17h1M5 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0M15 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0',
    ),
  'ship-home': () => sign(c.mint, 'M4 11l8-7 8 7M6.5 9.5V20h11V9.5M10.5 20v-5h3v5'),
  'ship-returns': () => sign(c.blush, 'M8.5 13.5L4 9l4.5-4.5M4 9h10.5a5.25 5.25 0 0 1 0 10.5H10'),
  'ship-seedling': () =>
    sign(c.cream, 'M12 21v-9M12 12c0-4-3-6.5-8-6.5c0 4.5 3 7 8 6.5M12 14.5c0-3.5 2.5-6 8-6c0 4-3 6.5-8 6'),
};

type Chart = { title: string; unit: string; heads: string[]; rows: string[][]; accent: string };

const charts: Record<string, Chart> = {
  'sizes-tops': {
    title: 'Tops and jackets',
    unit: 'Body measurements in centimetres',
    heads: ['Size', 'Chest', 'Waist', 'Arm'],
    rows: [
      ['XS', '84', '68', '80'],
      ['S', '92', '76', '82'],
      ['M', '100', '84', '84'],
      ['L', '108', '92', '86'],
      ['XL', '116', '100', '88'],
    ],
    accent: c.pine,
  },
  'sizes-boots': {
    title: 'Walking boots',
    unit: 'Foot length in centimetres',
    heads: ['EU', 'AU women', 'AU men', 'Foot'],
    rows: [
      ['38', '7.5', '5.5', '24.0'],
      ['40', '9', '7', '25.3'],
      ['42', '10.5', '8.5', '26.7'],
      ['44', '12', '10', '28.0'],
    ],
    accent: c.terracotta,
  },
  'sizes-kids': {
    title: 'Smocks',
    unit: 'Height in centimetres',
    heads: ['Size', 'Age', 'Height', 'Chest'],
    rows: [
      ['2', '1 to 2', '92', '53'],
      ['4', '3 to 4', '104', '57'],
      ['6', '5 to 6', '116', '61'],
    ],
    accent: c.sea,
  },
  'sizes-bed': {
    title: 'Sheets',
    unit: 'Flat sheet in centimetres',
    heads: ['Size', 'Width', 'Length', 'Mattress'],
    rows: [
      ['Single', '180', '260', '92'],
      ['Queen', '245', '275', '153'],
      ['King', '270', '280', '183'],
    ],
    accent: c.navy,
  },
};

const figures: Record<string, () => string> = {
  'sizes-tops': () => place({ x: 820, y: 160, scale: 0.24 }, tee(c.sage)),
  'sizes-boots': () => place({ x: 820, y: 160 }, emoji('hiking-boot', 130, { '#ffb02e': c.clay, '#7d4533': c.bark })),
  'sizes-kids': () => place({ x: 820, y: 160, scale: 0.24 }, tee(c.ochre)),
  'sizes-bed': () =>
    place(
      { x: 820, y: 160 },
      box(-90, -60, 180, 50, c.sky, 12),
      box(-96, -30, 192, 34, c.navy, 8),
      box(-70, -84, 60, 34, c.cream, 12),
      box(10, -84, 60, 34, c.cream, 12),
    ),
};

export const chartKeys = Object.keys(charts);

export function sizingChart(key: string): string {
  const chart = charts[key];
  if (!chart) throw new Error(`There is no sizing chart '${key}'`);
  const column = (i: number) => 160 + i * 226;
  const pitch = Math.min(84, 380 / chart.rows.length);
  const top = 260;
  const row = (cells: string[], i: number) => {
    const y = top + 40 + i * pitch;
    const words = cells.map((cell, n) =>
      lettering(cell, {
        x: column(n),
        y: y + pitch * 0.62,
        size: 34,
        fill: n ? c.ink : chart.accent,
        weight: n ? 500 : 800,
      }),
    );
    return (i % 2 ? '' : box(48, y, 904, pitch, c.cream, 14)) + words.join('');
  };
  return picture(
    1000,
    700,
    box(0, 0, 1000, 700, c.paper),
    box(0, 0, 1000, 14, chart.accent),
    lettering(chart.title, { x: 60, y: 108, size: 60, fill: c.ink, weight: 800, anchor: 'start' }),
    lettering(chart.unit, { x: 60, y: 158, size: 30, fill: '#6B645D', weight: 500, anchor: 'start' }),
    figures[key]?.() ?? '',
    ...chart.heads.map((head, i) => lettering(head, { x: column(i), y: top, size: 30, fill: '#6B645D' })),
    line(d('M 48', top + 24, 'H 952'), c.sand, 3),
    ...chart.rows.map(row),
  );
}
