import type { Template } from '#contract/catalogue.ts';
import { drawingEnd } from '#contract/rules/gift-card/gift-picture.ts';
import type { Context } from '#server/context.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { imagePath } from '#server/platform/pictures/picture-address.ts';
import { findTemplateSource, listTemplateRows, type TemplateSource } from './products-store.ts';

export async function listTemplates(context: Context, productId: number): Promise<Template[]> {
  const rows = await listTemplateRows(context.database.orm, productId);
  return rows.map(({ layout, ...row }) => ({
    ...row,
    mms_template_url: imagePath(row.picture),
    drawing: drawingEnd(layout),
  }));
}

export async function findTemplateById(handle: Handle, templateId: number): Promise<TemplateSource | null> {
  return (await findTemplateSource(handle, templateId)) ?? null;
}
