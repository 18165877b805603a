import { parseArgs } from 'node:util';
import { createClock } from '#server/clock.ts';
import { isRefusal } from '#server/database/refusal.ts';
import { createSecrets, readSecret } from '#server/secrets.ts';
import { readSettings } from '#server/settings.ts';
import { signCampaignLink } from '#server/sign-in/campaign-link.ts';
import { reachableMobile } from '#server/sign-in/mobile-number.ts';

const USAGE = 'Use: npm run link -- --mobile +61412345678 [--product ID] [--campaign ID] [--expires-in SECONDS]';

/** A whole number above zero, or a sentence that says what is wrong with it. */
function positive(text: string, option: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new Error(`--${option} takes a whole number above zero, not "${text}". ${USAGE}`);
  return Number(text);
}

function readWish() {
  const options = {
    mobile: { type: 'string' },
    product: { type: 'string' },
    campaign: { type: 'string' },
    'expires-in': { type: 'string' },
  } as const;
  const { values } = parseArgs({ options, args: process.argv.slice(2), strict: true });
  const mobile = reachableMobile(values.mobile ?? '');
  if (!mobile) throw new Error(`--mobile takes a mobile number such as +61412345678. ${USAGE}`);
  return {
    mobile,
    ...(values.product ? { productId: String(positive(values.product, 'product')) } : {}),
    ...(values.campaign ? { campaignId: values.campaign } : {}),
    ...(values['expires-in'] ? { lifeMs: positive(values['expires-in'], 'expires-in') * 1_000 } : {}),
  };
}

// npm run link: prints a personal sign-in link. It needs the shop's secret alone, so it works whether the server runs or not.
try {
  const wish = readWish();
  const settings = readSettings();
  const secrets = createSecrets(await readSecret({ dataDir: settings.DATA_DIR, secret: settings.SESSION_SECRET }));
  const jwt = await signCampaignLink({ secrets, clock: createClock({ movable: false }) }, wish);
  console.log(`${settings.publicUrl}/autologin/${jwt}`);
} catch (error) {
  const known = isRefusal(error) || (error instanceof Error && error.message.includes('--'));
  console.error(known ? (error as Error).message : error);
  if (error instanceof TypeError) console.error(USAGE);
  process.exit(1);
}
