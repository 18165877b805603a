import { z } from 'zod';

export const humanCheckShape = {
  HUMAN_CHECK: z.enum(['altcha', 'recaptcha', 'none']).default('altcha'),
  RECAPTCHA_SITE_KEY: z.string().trim().default(''),
  RECAPTCHA_SECRET: z.string().trim().default(''),
  /** Minimum score, from 0 (bot) to 1 (human). */
  RECAPTCHA_SCORE: z.coerce.number().min(0).max(1).default(0.5),
  RECAPTCHA_URL: z.url({ protocol: /^https?$/ }).default('https://www.google.com/recaptcha/api/siteverify'),
};

type HumanCheckSettings = z.output<z.ZodObject<typeof humanCheckShape>>;

export function humanCheckSettingsError(settings: HumanCheckSettings): string | null {
  if (settings.HUMAN_CHECK !== 'recaptcha') return null;
  const missing = (['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET'] as const).filter((name) => settings[name] === '');
  return missing.length > 0 ? `HUMAN_CHECK=recaptcha also needs ${missing.join(' and ')}.` : null;
}
