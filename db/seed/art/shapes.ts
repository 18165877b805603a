type Paint = {
  fill?: string;
  stroke?: string;
  width?: number;
  opacity?: number | undefined;
  cap?: 'round' | 'butt';
};

const tidy = (value: number) => String(Math.round(value * 10) / 10);

export const d = (...parts: (string | number)[]) =>
  parts.map((part) => (typeof part === 'number' ? tidy(part) : part)).join(' ');

const paint = ({ fill, stroke, width, opacity, cap }: Paint) =>
  [
    ` fill="${fill ?? 'none'}"`,
    stroke ? ` stroke="${stroke}" stroke-width="${tidy(width ?? 8)}" stroke-linejoin="round"` : '',
    stroke ? ` stroke-linecap="${cap ?? 'round'}"` : '',
    opacity === undefined ? '' : ` opacity="${opacity}"`,
  ].join('');

export const path = (commands: string, look: Paint) => `<path d="${commands}"${paint(look)}/>`;
export const solid = (commands: string, fill: string, opacity?: number) => path(commands, { fill, opacity });
export const line = (commands: string, stroke: string, width: number) => path(commands, { stroke, width });

export const box = (x: number, y: number, w: number, h: number, fill: string, radius = 0) =>
  `<rect x="${tidy(x)}" y="${tidy(y)}" width="${tidy(w)}" height="${tidy(h)}"${radius ? ` rx="${tidy(radius)}"` : ''} fill="${fill}"/>`;

export const disc = (x: number, y: number, r: number, fill: string, opacity?: number) =>
  `<circle cx="${tidy(x)}" cy="${tidy(y)}" r="${tidy(r)}"${paint({ fill, opacity })}/>`;

export const ring = (x: number, y: number, r: number, stroke: string, width: number) =>
  `<circle cx="${tidy(x)}" cy="${tidy(y)}" r="${tidy(r)}"${paint({ stroke, width })}/>`;

export const oval = (x: number, y: number, rx: number, ry: number, fill: string, opacity?: number) =>
  `<ellipse cx="${tidy(x)}" cy="${tidy(y)}" rx="${tidy(rx)}" ry="${tidy(ry)}"${paint({ fill, opacity })}/>`;

type Place = { x?: number; y?: number; scale?: number; turn?: number; flip?: boolean };

/** `turn`: degrees. `flip`: mirrors horizontally. */
export function place({ x = 0, y = 0, scale = 1, turn = 0, flip = false }: Place, ...content: string[]): string {
  const steps = [`translate(${tidy(x)} ${tidy(y)})`];
  if (turn) steps.push(`rotate(${tidy(turn)})`);
  if (scale !== 1 || flip) steps.push(`scale(${flip ? -scale : scale} ${scale})`);
  return `<g transform="${steps.join(' ')}">${content.join('')}</g>`;
}

export const fade = (opacity: number, ...content: string[]) => `<g opacity="${opacity}">${content.join('')}</g>`;

export const times = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');

export const arch = (x: number, y: number, width: number, height: number, fill: string) => {
  const r = width / 2;
  return solid(d('M', x - r, y, 'V', y - height + r, 'A', r, r, '0 0 1', x + r, y - height + r, 'V', y, 'Z'), fill);
};

/** `id` must be unique within the document. */
export const clipped = (id: string, commands: string, ...content: string[]) =>
  `<clipPath id="${id}"><path d="${commands}"/></clipPath><g clip-path="url(#${id})">${content.join('')}</g>`;

export const rectangle = (x: number, y: number, w: number, h: number) => d('M', x, y, 'h', w, 'v', h, 'h', -w, 'z');

export function star(x: number, y: number, r: number, fill: string, points = 5, inner = 0.45): string {
  const corner = (index: number) => {
    const angle = (Math.PI * index) / points - Math.PI / 2;
    const reach = index % 2 ? r * inner : r;
    return d(x + reach * Math.cos(angle), y + reach * Math.sin(angle));
  };
  return solid(`M${Array.from({ length: points * 2 }, (_, index) => corner(index)).join('L')}Z`, fill);
}

export const picture = (width: number, height: number, ...content: string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content.join('')}</svg>`;
