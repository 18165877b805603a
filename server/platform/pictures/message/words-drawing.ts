import {
  AREA_WEIGHTS,
  PICTURE_AREAS,
  type PictureWords,
  TEMPLATE_HEIGHT,
  TEMPLATE_WIDTH,
  type TemplateLayout,
} from '#contract/rules/gift-card/gift-picture.ts';
import { layoutText, splitText } from './text-layout.ts';
import { openTypeface } from './typeface.ts';

/**
 * Draws text as transparent SVG outlines in the template's size. The sent picture, the preview and the card page use
 * the same outlines.
 */
export async function drawWords(words: PictureWords, layout: TemplateLayout): Promise<string> {
  const areas = await Promise.all(
    PICTURE_AREAS.map(async (name) => {
      const [text, area, weight] = [words[name], layout[name], AREA_WEIGHTS[name]];
      const typeface = await openTypeface({ weight, texts: splitText(text) });
      return { colour: area.colour, placed: layoutText({ text, area, typeface }).placed };
    }),
  );
  const outlines = new Map<string, string>();
  const groups = areas.map(({ colour, placed }) => {
    const uses = placed.flatMap(({ shape: { id, ink, svg }, x, y, size }) => {
      if (!ink) return [];
      if (!outlines.has(id)) outlines.set(id, svg());
      return `<use href="#${id}" transform="translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${size / 1000})"/>`;
    });
    return `<g fill="${escapeAttribute(colour)}">${uses.join('')}</g>`;
  });
  const shapes = [...outlines].map(([id, svg]) => `<g id="${id}">${svg}</g>`).join('');
  const size = `width="${TEMPLATE_WIDTH}" height="${TEMPLATE_HEIGHT}" viewBox="0 0 ${TEMPLATE_WIDTH} ${TEMPLATE_HEIGHT}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><defs>${shapes}</defs>${groups.join('')}</svg>`;
}

function escapeAttribute(value: string): string {
  return value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
