import { issueCampaignLink } from '#server/domain/customers/campaigns/links.ts';
import { machine } from '#test/support/actors.ts';
import type { TestCustomer } from './customer.ts';
import { postFrom } from './post-from.ts';
import type { TestShop } from './shop.ts';
import { proveMobile } from './sign-in.ts';
import type { TestBrowser } from './test-browser.ts';

export function createLinkSessions(shop: Pick<TestShop, 'app' | 'context' | 'send' | 'codes'>, mobile: string) {
  const from = (path: string, body: object, options: { browser?: TestBrowser; token?: string }) =>
    postFrom(shop, { path, body, ...options });
  return {
    from,
    async byLink(browser?: TestBrowser): Promise<TestCustomer> {
      const jwt = await issueCampaignLink(shop.context, { mobile, actor: machine });
      const { body } = await from('mobiledigital/auth', { jwt, autologin: true }, browser ? { browser } : {});
      return { mobile, token: body.token };
    },
    code: (browser?: TestBrowser): Promise<string> => proveMobile(shop, mobile, browser ? { browser } : {}),
  };
}
