import { z } from 'zod';
import { isWebhookSecret } from '../service/webhook-signature.ts';

/** Webhook that receives alarms in addition to the operator's text and email; empty for none. */
export const alarmsShape = {
  ALARM_WEBHOOK_URL: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  /** 'whsec_' followed by 24 to 64 bytes in base64 (Standard Webhooks). */
  ALARM_WEBHOOK_SECRET: z.string().trim().default(''),
};

type AlarmsSettings = z.output<z.ZodObject<typeof alarmsShape>>;

export function alarmsSettingsError({ ALARM_WEBHOOK_URL: url, ALARM_WEBHOOK_SECRET: secret }: AlarmsSettings) {
  if (url === '' && secret === '') return null;
  if (url === '' || secret === '') return 'ALARM_WEBHOOK_URL and ALARM_WEBHOOK_SECRET must be set together.';
  return isWebhookSecret(secret) ? null : 'ALARM_WEBHOOK_SECRET must be whsec_ followed by 24 to 64 bytes in base64.';
}
