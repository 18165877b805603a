import { parseArgs } from 'node:util';
import { missingProduct } from '../catalogue/products/product.ts';
import { type Campaign, type CampaignSent, sendCampaignLink } from '../customers/campaigns/send-campaign.ts';
import { signCampaignLink } from '../customers/sign-in/campaign-link.ts';
import { reachableMobile } from '../kernel/mobile-number.ts';
import type { Command, CommandContext } from './command.ts';

const USAGE =
  'Use: npm run link -- --mobile +61412345678 [--product ID] [--campaign ID] [--expires-in SECONDS] [--send TEXT]';

/**
 * Prints a personal sign-in link, which needs the shop's secret alone; a product is looked up where a database can be
 * asked. With --send the link is texted.
 */
export const linkCommand: Command = {
  usage: USAGE,
  read(argv) {
    const { text, ...link } = readCampaign(argv);
    return async (shop, output) => {
      if (text !== undefined) {
        const sent = await sendCampaignLink(await shop.context(), { ...link, text });
        output.say(sentText(sent));
        return sent.state === 'sent' ? 0 : 1;
      }
      const missing = await missingProductOf(shop, link.productId);
      if (missing !== null) {
        output.complain(missing);
        return 1;
      }
      const jwt = await signCampaignLink({ secrets: await shop.secrets(), clock: shop.clock }, link);
      output.say(`${shop.settings.publicUrl}/autologin/${jwt}`);
      return 0;
    };
  },
};

/** A whole number above zero, or a sentence that says what is wrong with it. */
function positive(text: string, option: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new TypeError(`--${option} takes a whole number above zero, not "${text}".`);
  return Number(text);
}

function readCampaign(args: string[]): Omit<Campaign, 'text'> & { text?: string } {
  const options = {
    mobile: { type: 'string' },
    product: { type: 'string' },
    campaign: { type: 'string' },
    'expires-in': { type: 'string' },
    send: { type: 'string' },
  } as const;
  const { values } = parseArgs({ options, args, strict: true });
  const mobile = reachableMobile(values.mobile ?? '');
  if (!mobile) throw new TypeError('--mobile takes a mobile number such as +61412345678.');
  return {
    mobile,
    ...(values.product ? { productId: String(positive(values.product, 'product')) } : {}),
    ...(values.campaign ? { campaignId: values.campaign } : {}),
    ...(values.send?.trim() ? { text: values.send } : {}),
    ...(values['expires-in'] ? { lifeMs: positive(values['expires-in'], 'expires-in') * 1_000 } : {}),
  };
}

async function missingProductOf(shop: CommandContext, productId: string | undefined): Promise<string | null> {
  if (productId === undefined) return null;
  const database = await shop.databaseToAsk();
  return database && missingProduct({ database }, productId);
}

const SAID = {
  sent: 'Sent.',
  'opted out': 'Not sent: this mobile has replied STOP.',
  'sent before': 'Not sent: this mobile has had this campaign.',
  unknown: 'The carrier gave no answer: the text may arrive. It is not sent again.',
  'not sent': 'Not sent: the carrier cannot be reached. Try again later.',
} as const;

function sentText(sent: CampaignSent): string {
  if (sent.state === 'refused') return `Not sent. ${sent.reason.replace(/\.$/, '')}.`;
  if (sent.state === 'quiet hours') return `Not sent: it is night. Send it from ${sent.from.toISOString()}.`;
  return SAID[sent.state];
}
