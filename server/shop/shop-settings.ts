import type { ShopSettings } from '#contract/shop.ts';
import type { Context } from '../context.ts';

/** The settings a browser may know: never a secret. */
export function shopSettingsOf({ settings, outside }: Pick<Context, 'settings' | 'outside'>): ShopSettings {
  return {
    payments: outside.payments.name,
    stripe_publishable_key: outside.payments.publishableKey,
    human_check: outside.humanCheck.name,
    recaptcha_site_key: outside.humanCheck.name === 'recaptcha' ? settings.RECAPTCHA_SITE_KEY : '',
    demo_phone: outside.messages.name === 'phone',
    passes: outside.passes.wallets(),
    leads:
      settings.LEADS === 'salesforce'
        ? { action: settings.SALESFORCE_LEADS_URL, oid: settings.SALESFORCE_OID }
        : { action: '/leads', oid: '' },
    operator_name: settings.OPERATOR_NAME,
    operator_abn: settings.OPERATOR_ABN,
    operator_contact: settings.OPERATOR_CONTACT,
  };
}
