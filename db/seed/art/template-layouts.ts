import type { TemplateLayout } from '#contract/rules/gift-card/gift-picture.ts';

type Block = { top: number; colour: string; x?: number; width?: number; align?: 'start' | 'center' };

export function textBlock({ top, colour, x = 60, width = 600, align = 'center' }: Block): TemplateLayout {
  const area = (offset: number, height: number, size: number) => ({
    x,
    y: top + offset,
    width,
    height,
    size,
    align,
    colour,
  });
  return {
    to: area(0, 44, 32),
    message: area(54, 144, 44),
    from: area(208, 42, 30),
    amount: area(260, 80, 64),
    footer: area(350, 34, 20),
  };
}
