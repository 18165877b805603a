import type { Context } from '#server/context.ts';
import { listTemplates } from '#server/domain/catalogue/products/templates.ts';
import { clearWriterIfVerified, type Session } from '#server/domain/customers/sessions/sessions.ts';
import { fieldErrors, type Result } from '#server/platform/kernel/errors.ts';
import { isEditable } from '../card-state.ts';
import { cardChangeError } from './card-change-error.ts';
import * as store from './details-store.ts';

export async function findTemplate(context: Context, choice: { productId: number; mmsTemplateId: string }) {
  const offered = await listTemplates(context, choice.productId);
  return offered.find((candidate) => candidate.mms_template_id === choice.mmsTemplateId);
}

/** Accepts only templates of the card's product. Ignores unknown details. */
export async function setTemplate(
  context: Context,
  query: { customerId: number; unverified: Session | null; id: number | null; mmsTemplateId: string },
): Promise<Result<{ status: true }>> {
  if (query.id === null) return { status: true };
  const { id, customerId, unverified } = query;
  const details = await store.findDetailsById(context.database.orm, { customerId, id });
  if (!details) return { status: true };
  const template = await findTemplate(context, { productId: details.productId, mmsTemplateId: query.mmsTemplateId });
  if (!template) return fieldErrors({ mms_template_id: 'template_missing' });
  return context.database.transaction(async (tx) => {
    await store.lockDetails(tx, { customerId, id });
    const now = context.clock.now();
    const error = await cardChangeError(tx, { customerId, id, unverified, now });
    if (error) return error;
    const card = await store.lockCardOfDetails(tx, id);
    if (card && !isEditable(card)) return fieldErrors({ mms_template_id: 'card_already_sent' });
    await store.updateDetails(tx, id, { templateId: template.id, ...clearWriterIfVerified(unverified) });
    return { status: true };
  });
}
