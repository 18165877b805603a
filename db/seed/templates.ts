/** Picture-message templates: shop-wide occasions; each gift card names those it offers. */
import { templateKeys, templateLayout, templateName } from './art/template-art.ts';
import type { SeedTemplate } from './types.ts';

export const templates: SeedTemplate[] = templateKeys.map((key) => ({
  key,
  name: templateName(key),
  art: `template-${key}`,
  layout: templateLayout(key),
}));
