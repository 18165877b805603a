import { templatesOf } from '../catalogue/templates.ts';
import type { Context } from '../context.ts';
import { isEditable } from './card-states.ts';
import * as store from './details-store.ts';

export type TemplateSet = { status: boolean; input_validation?: Record<string, string> };

const refused = (message: string): TemplateSet => ({ status: false, input_validation: { mms_template_id: message } });

/** Sets the template; it must be one of the card's own product. Unknown details are ignored like in setSchedule. */
export async function setTemplate(
  context: Context,
  wish: { memberId: number; id: number | null; mmsTemplateId: string },
): Promise<TemplateSet> {
  if (wish.id === null) return { status: true };
  const { id, memberId } = wish;
  const known = await store.detailsById(context.database.orm, { memberId, id });
  if (!known) return { status: true };
  const offered = await templatesOf(context, known.productId);
  const template = offered.find((one) => one.mms_template_id === wish.mmsTemplateId);
  if (!template) return refused('Please select a template');
  return context.database.transaction(async (tx) => {
    await store.lockDetails(tx, { memberId, id });
    const card = await store.lockCardOfDetails(tx, id);
    if (card && !isEditable(card)) return refused('This gift card has already gone out');
    await store.updateDetails(tx, id, { templateId: template.id });
    return { status: true };
  });
}
