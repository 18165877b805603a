import { parseArgs } from 'node:util';
import { describeMissingProduct } from '#server/domain/catalogue/products/product.ts';
import {
  issueCampaignLink,
  type LinkRow,
  listLinks,
  type NewLink,
  revokeLink,
} from '#server/domain/customers/campaigns/links.ts';
import { type CampaignSent, sendCampaignLink } from '#server/domain/customers/campaigns/send-campaign.ts';
import { LINK_SIGN_INS } from '#server/domain/customers/sign-in/link-rules.ts';
import { readMobile } from '#server/platform/kernel/mobile-number.ts';
import {
  type Command,
  type CommandContext,
  checkShop,
  done,
  failed,
  type Outcome,
  openActingParts,
} from './shared/command.ts';

const USAGE = `Use: npm run link -- --mobile +61412345678 [--product ID] [--campaign ID] [--expires-in SECONDS] [--send TEXT]
       npm run link -- --list --mobile +61412345678
       npm run link -- --revoke ID`;
const WEEK_SECONDS = 7 * 86_400;

type Making = Omit<NewLink, 'actor'>;
type Input = { make: Making } | { send: Making & { text: string } } | { list: string } | { revoke: number };

export const linkCommand: Command = {
  usage: USAGE,
  words: {
    '': { needs: 'links.make', leaves: 'link.made' },
    '--send': { needs: 'links.make', leaves: 'campaign.sent' },
    '--list': { needs: 'links.make' },
    '--revoke': { needs: 'links.make', leaves: 'link.revoked' },
  },
  read(argv) {
    const input = readInput(argv);
    return async (shop, output) => {
      checkShop(shop);
      if ('list' in input) {
        const links = await listLinks({ database: await shop.database() }, input.list);
        for (const link of links) output.say(formatLink(link, shop.clock.now()));
        if (links.length === 0) output.say('No links.');
        return 0;
      }
      if ('send' in input) {
        const result = await sendCampaignLink(await shop.context(), { ...input.send, actor: shop.actor });
        output.say(formatCampaignSent(result));
        return result.state === 'sent' ? 0 : 1;
      }
      const { status, sentence } =
        'revoke' in input ? await revoke(shop, input.revoke) : await createLink(shop, input.make);
      if (status === 0) output.say(sentence);
      else output.complain(sentence);
      return status;
    };
  },
};

async function createLink(shop: CommandContext, link: Making): Promise<Outcome> {
  const secrets = await shop.secrets();
  const parts = await openActingParts(shop);
  const missing = link.productId === undefined ? null : await describeMissingProduct(parts, link.productId);
  if (missing !== null) return failed(missing);
  const jwt = await issueCampaignLink({ ...parts, secrets }, { ...link, actor: shop.actor });
  return done(`${shop.settings.publicUrl}/autologin/${jwt}`);
}

async function revoke(shop: CommandContext, id: number): Promise<Outcome> {
  const revoked = await revokeLink(await openActingParts(shop), { id, actor: shop.actor });
  if (!revoked)
    return failed(
      `There is no link ${id}. To list the links of a customer, run: npm run link -- --list --mobile NUMBER`,
    );
  const { sessions } = revoked;
  const ended = sessions === 1 ? 'one session that it opened has' : `${sessions} sessions that it opened have`;
  return done(`Link ${id} is revoked${sessions === 0 ? '' : `, and ${ended} ended`}.`);
}

function formatLink(link: LinkRow, now: Date): string {
  const { id, madeAt, madeBy, sent, expiresAt, signIns, revoked, campaignId, productId } = link;
  const formatMinute = (instant: Date): string => `${instant.toISOString().slice(0, 16)}Z`;
  const isOver = revoked || expiresAt <= now || signIns >= LINK_SIGN_INS;
  return [
    String(id),
    `created ${formatMinute(madeAt)} by ${madeBy || 'an unknown operator'}`,
    sent ? 'sent' : 'printed',
    revoked ? 'revoked' : `${isOver ? 'was valid' : 'valid'} until ${formatMinute(expiresAt)}`,
    `${signIns} of ${LINK_SIGN_INS} sign-ins`,
    campaignId === null ? '' : `campaign ${campaignId}`,
    productId === null ? '' : `product ${productId}`,
  ]
    .filter(Boolean)
    .join(', ');
}

function parsePositive(text: string, option: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new TypeError(`--${option} takes a whole number above zero, not "${text}".`);
  return Number(text);
}

function parseLifeSeconds(text: string): number {
  const lifeSeconds = parsePositive(text, 'expires-in');
  if (lifeSeconds > WEEK_SECONDS) throw new TypeError(`--expires-in takes at most ${WEEK_SECONDS} seconds (one week).`);
  return lifeSeconds;
}

function readInput(args: string[]): Input {
  const options = {
    mobile: { type: 'string' },
    product: { type: 'string' },
    campaign: { type: 'string' },
    'expires-in': { type: 'string' },
    send: { type: 'string' },
    list: { type: 'boolean' },
    revoke: { type: 'string' },
  } as const;
  const { values } = parseArgs({ options, args, strict: true });
  if (values.revoke !== undefined) {
    if (Object.keys(values).length > 1) throw new TypeError('Use --revoke without other options.');
    return { revoke: parsePositive(values.revoke, 'revoke') };
  }
  const mobile = readMobile(values.mobile ?? '');
  if (!mobile) throw new TypeError('--mobile takes a mobile number such as +61412345678.');
  if (values.list) {
    if (Object.keys(values).length > 2) throw new TypeError('Use --list with --mobile and no other option.');
    return { list: mobile };
  }
  const make = {
    mobile,
    ...(values.product ? { productId: String(parsePositive(values.product, 'product')) } : {}),
    ...(values.campaign ? { campaignId: values.campaign } : {}),
    ...(values['expires-in'] ? { lifeMs: parseLifeSeconds(values['expires-in']) * 1_000 } : {}),
  };
  return values.send?.trim() ? { send: { ...make, text: values.send } } : { make };
}

const SAID = {
  sent: 'Sent.',
  'opted out': 'Not sent: the customer has replied STOP.',
  'sent before': 'Not sent: this mobile number has already received this campaign.',
  unknown: 'The carrier did not answer, so the text may still arrive. The shop does not send it again.',
  'not sent': 'Not sent: the carrier cannot be reached. Try again later.',
} as const;

function formatCampaignSent(result: CampaignSent): string {
  if (result.state === 'refused') return `Not sent. ${result.reason.replace(/\.$/, '')}.`;
  if (result.state === 'quiet hours')
    return `Not sent: these are quiet hours. Send it again from ${result.from.toISOString()}.`;
  return SAID[result.state];
}
