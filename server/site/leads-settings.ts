import { z } from 'zod';

/** Requests for a demonstration: stored here alone, or sent by the browser to Salesforce's web-to-lead as well. */
export const leadsShape = {
  LEADS: z.enum(['store', 'salesforce']).default('store'),
  SALESFORCE_OID: z.string().trim().default(''),
  SALESFORCE_LEADS_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://webto.salesforce.com/servlet/servlet.WebToLead?encoding=UTF-8'),
};

type LeadsSettings = z.output<z.ZodObject<typeof leadsShape>> & { production: boolean };

export function leadsSettingsError({
  LEADS,
  SALESFORCE_OID,
  SALESFORCE_LEADS_URL,
  production,
}: LeadsSettings): string | null {
  if (LEADS !== 'salesforce') return null;
  if (SALESFORCE_OID === '') return 'LEADS=salesforce also needs SALESFORCE_OID.';
  const open = production && !SALESFORCE_LEADS_URL.startsWith('https:');
  return open ? 'SALESFORCE_LEADS_URL must begin with https: in production, it is sent names and numbers.' : null;
}
