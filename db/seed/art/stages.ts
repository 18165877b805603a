import { darker, lighter, mix } from './palette.ts';
import { arch, box, d, disc, fade, oval, path, picture, place, rectangle, solid, times } from './shapes.ts';

export const PRODUCT_WIDTH = 1000;
export const PRODUCT_HEIGHT = 1200;
const FLOOR = 930;
/** Where an object touches the floor, on every stage. */
export const FOOT = { x: 500, y: 1010 };

export type Tones = [wall: string, shape: string, table: string];

const room = (wall: string) => box(0, 0, PRODUCT_WIDTH, PRODUCT_HEIGHT, wall);
const table = (fill: string) =>
  box(0, FLOOR, PRODUCT_WIDTH, PRODUCT_HEIGHT - FLOOR, fill) + box(0, FLOOR, PRODUCT_WIDTH, 14, lighter(fill, 0.22));

export const stages = {
  arch: ([wall, shape, top]: Tones) => room(wall) + arch(500, FLOOR, 640, 800, shape) + table(top),
  sun: ([wall, shape, top]: Tones) => room(wall) + disc(500, 560, 350, shape) + table(top),
  lowSun: ([wall, shape, top]: Tones) => room(wall) + disc(500, FLOOR, 420, shape) + table(top),
  window: ([wall, shape, top]: Tones) =>
    room(wall) +
    fade(
      0.75,
      solid(d('M 90 0 H 420 L 700', FLOOR, 'H 310 Z'), shape),
      solid(d('M 500 0 H 830 L 1180', FLOOR, 'H 780 Z'), shape),
    ) +
    table(top),
  halves: ([wall, shape, top]: Tones) => room(wall) + box(500, 0, 500, FLOOR, shape) + table(top),
  plinth: ([wall, shape, top]: Tones) =>
    room(wall) +
    disc(690, 420, 240, mix(wall, shape, 0.5)) +
    box(0, 1110, 1000, 90, top) +
    box(210, FLOOR + 60, 580, 210, shape) +
    box(620, FLOOR + 60, 170, 210, darker(shape, 0.09)) +
    box(210, FLOOR + 60, 580, 16, lighter(shape, 0.4)),
  flutes: ([wall, shape, top]: Tones) =>
    room(wall) + times(10, (i) => arch(50 + i * 100, FLOOR, 84, 700 + (i % 2) * 60, shape)) + table(top),
  scallops: ([wall, shape, top]: Tones) =>
    room(wall) +
    times(7, (row) =>
      times(7, (n) => {
        const x = n * 170 + (row % 2) * 85 - 40;
        const y = 30 + row * 140;
        return disc(x, y, 84, shape) + disc(x, y, 58, wall) + disc(x, y, 30, shape);
      }),
    ) +
    table(top),
  hills: ([wall, shape, top]: Tones) =>
    room(wall) +
    disc(730, 300, 130, lighter(top, 0.5)) +
    solid('M 0 640 L 210 400 L 380 590 L 620 330 L 1000 700 V 1200 H 0 Z', mix(wall, shape, 0.55)) +
    solid('M 0 780 C 200 640 400 690 560 760 C 720 830 860 720 1000 690 V 1200 H 0 Z', shape) +
    solid(d('M 0', FLOOR, 'C 300 860 620 900 1000', FLOOR - 20, 'V 1200 H 0 Z'), top),
  waves: ([wall, shape, top]: Tones) =>
    room(wall) +
    times(5, (i) =>
      path(d('M -60', 190 + i * 140, 'q 70 -80 140 0 t 140 0 140 0 140 0 140 0 140 0 140 0 140 0'), {
        stroke: shape,
        width: 26,
      }),
    ) +
    table(top),
  flat: ([wall, shape, top]: Tones) =>
    room(wall) +
    place(
      { x: 500, y: 600, turn: -5 },
      box(-340, -430, 700, 900, darker(wall, 0.08), 10),
      box(-356, -450, 700, 900, shape, 10),
    ) +
    disc(900, 1090, 210, top) +
    disc(70, 90, 150, top),
  line: ([wall, shape, top]: Tones) =>
    room(wall) +
    box(0, 0, 1000, 240, shape) +
    box(0, 240, 1000, 14, darker(wall, 0.1)) +
    disc(210, 790, 340, shape) +
    box(0, 1130, 1000, 70, top),
} as const;

export type StageName = keyof typeof stages;

export const shadow = (width: number) =>
  fade(0.2, oval(width * 0.09, 2, width * 0.6, Math.max(16, width * 0.055), '#1D1B1A'));

export function pattern(object: string, height: number, breadth: number, [wall, shape, mark]: Tones): string {
  const scale = Math.min(0.46, 170 / height, 205 / breadth);
  const cells = times(5, (row) =>
    times(4, (n) => {
      const [x, y] = [(n - 0.5) * 334 + (row % 2) * 167, 70 + row * 270];
      return (
        `<use href="#it" transform="translate(${x.toFixed(0)} ${(y + 85).toFixed(0)}) rotate(${row % 2 ? 8 : -8}) scale(${scale.toFixed(3)})"/>` +
        disc(x + 167, y + 6, 62, shape) +
        disc(x + 167, y + 6, 20, mark)
      );
    }),
  );
  const behind = times(5, (row) =>
    times(4, (n) => disc((n - 0.5) * 334 + (row % 2) * 167, 70 + row * 270, 118, lighter(wall, 0.14))),
  );
  return picture(PRODUCT_WIDTH, PRODUCT_HEIGHT, `<defs><g id="it">${object}</g></defs>`, room(wall), behind, cells);
}

export function closeUp(object: string, height: number, [wall, shape, top]: Tones): string {
  const scale = Math.min(2.4, 1180 / height);
  return picture(
    PRODUCT_WIDTH,
    PRODUCT_HEIGHT,
    room(wall),
    disc(820, 260, 420, shape),
    solid(rectangle(0, 1090, 1000, 110), top),
    place({ x: 410, y: 1140, scale }, shadow(300), object),
  );
}
