import { z } from 'zod';

/** Demo requests are always stored; 'salesforce' also sends them to Salesforce's web-to-lead form. */
export const leadsShape = {
  LEADS: z.enum(['store', 'salesforce']).default('store'),
  SALESFORCE_OID: z.string().trim().default(''),
  SALESFORCE_LEADS_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://webto.salesforce.com/servlet/servlet.WebToLead?encoding=UTF-8'),
};

type LeadsSettings = z.output<z.ZodObject<typeof leadsShape>>;

export function leadsSettingsError({ LEADS, SALESFORCE_OID }: LeadsSettings): string | null {
  return LEADS === 'salesforce' && SALESFORCE_OID === '' ? 'LEADS=salesforce also needs SALESFORCE_OID.' : null;
}
