import { templateKeys, templateLayout, templateName, templateOccasion } from './art/template-art.ts';
import type { SeedTemplate } from './types.ts';

export const templates: SeedTemplate[] = templateKeys.map((key) => ({
  key,
  name: templateName(key),
  occasion: templateOccasion(key),
  art: `template-${key}`,
  layout: templateLayout(key),
}));
