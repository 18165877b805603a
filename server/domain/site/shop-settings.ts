import type { ShopSettings } from '#contract/shop.ts';
import type { Context } from '#server/context.ts';

export function buildShopSettings({
  settings,
  integrations,
}: Pick<Context, 'settings' | 'integrations'>): ShopSettings {
  return {
    payments: integrations.payments.name,
    stripe_publishable_key: integrations.payments.publishableKey,
    human_check: integrations.humanCheck.name,
    recaptcha_site_key: integrations.humanCheck.name === 'recaptcha' ? settings.RECAPTCHA_SITE_KEY : '',
    demo_phone: integrations.messages.name === 'phone',
    mail: integrations.mail.name !== 'none',
    passes: integrations.passes.wallets(),
    leads:
      settings.LEADS === 'salesforce'
        ? { action: settings.SALESFORCE_LEADS_URL, oid: settings.SALESFORCE_OID }
        : { action: '/leads', oid: '' },
    shop_name: settings.SHOP_NAME,
    operator_name: settings.OPERATOR_NAME,
    operator_abn: settings.OPERATOR_ABN,
    operator_contact: settings.OPERATOR_CONTACT,
  };
}
