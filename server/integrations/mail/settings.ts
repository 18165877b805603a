import { z } from 'zod';

export const mailShape = {
  MAIL: z.enum(['none', 'smtp']).default('none'),
  /** 'smtps://user:password@mail.example:465', or 'smtp://…:587' with STARTTLS */
  SMTP_URL: z.union([z.literal(''), z.url({ protocol: /^smtps?$/ })]).default(''),
  MAIL_FROM: z.string().trim().default(''),
};

type MailSettings = z.output<z.ZodObject<typeof mailShape>>;

export function mailSettingsError(settings: MailSettings): string | null {
  if (settings.MAIL === 'none') return null;
  const missing = (['SMTP_URL', 'MAIL_FROM'] as const).filter((name) => settings[name] === '');
  if (missing.length > 0) return `MAIL=smtp also needs ${missing.join(' and ')}.`;
  return /^([^<>]*<)?[^\s<>@]+@[^\s<>@]+>?$/.test(settings.MAIL_FROM)
    ? null
    : 'MAIL_FROM must be an address, such as Snowgum <receipts@snowgum.example>.';
}
