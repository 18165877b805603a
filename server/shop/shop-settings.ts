import type { ShopSettings } from '#contract/shop.ts';
import type { Context } from '../context.ts';

/** The settings a browser may know: never a secret. */
export function shopSettingsOf({ settings, outside }: Pick<Context, 'settings' | 'outside'>): ShopSettings {
  return {
    payments: outside.payments.name,
    stripe_publishable_key: settings.STRIPE_PUBLISHABLE_KEY,
    human_check: outside.humanCheck.name,
    recaptcha_site_key: '',
    demo_phone: outside.messages.name === 'phone',
    operator_name: settings.OPERATOR_NAME,
    operator_abn: settings.OPERATOR_ABN,
    operator_contact: settings.OPERATOR_CONTACT,
  };
}
