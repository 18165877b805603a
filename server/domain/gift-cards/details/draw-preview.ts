import type { PictureWords } from '#contract/rules/gift-card/gift-picture.ts';
import { NAME_LIMIT } from '#contract/rules/limits.ts';
import type { Context } from '#server/context.ts';
import { findTemplateById } from '#server/domain/catalogue/products/templates.ts';
import { type Result, statusFalseError } from '#server/platform/kernel/errors.ts';
import { findNotShown } from '#server/platform/pictures/message/typeface.ts';
import { drawWords } from '#server/platform/pictures/message/words-drawing.ts';

type Preview = { status: true; data: { svg: string; not_shown: { to: string[]; message: string[] } } };

/** Longer texts than any saved name are only checked for missing characters, not drawn. */
const MAX_DRAWN_LETTERS = 2 * NAME_LIMIT;

/**
 * Implements giftcardpicture and draws exactly the words that are sent. `not_shown`: characters that none of our fonts
 * contains.
 */
export async function drawPreview(
  { database }: Context,
  { templateId, words }: { templateId: number; words: PictureWords },
): Promise<Result<Preview>> {
  const template = await findTemplateById(database.orm, templateId);
  if (!template) return statusFalseError();
  const [svg, to, message] = await Promise.all([
    drawWords({ ...words, to: words.to.length > MAX_DRAWN_LETTERS ? '' : words.to }, template.layout),
    findNotShown(words.to),
    findNotShown(words.message),
  ]);
  return { status: true, data: { svg, not_shown: { to, message } } };
}
