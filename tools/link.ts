import { parseArgs } from 'node:util';
import { createClock } from '#server/clock.ts';
import { isRefusal } from '#server/database/refusal.ts';
import type { Campaign } from '#server/messages/send-campaign.ts';
import { createSecrets, readSecret } from '#server/secrets.ts';
import { readSettings, type Settings } from '#server/settings.ts';
import { signCampaignLink } from '#server/sign-in/campaign-link.ts';
import { reachableMobile } from '#server/sign-in/mobile-number.ts';

const USAGE =
  'Use: npm run link -- --mobile +61412345678 [--product ID] [--campaign ID] [--expires-in SECONDS] [--send TEXT]';

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
    send: { type: 'string' },
  } as const;
  const { values } = parseArgs({ options, args: process.argv.slice(2), strict: true });
  const mobile = reachableMobile(values.mobile ?? '');
  if (!mobile) throw new Error(`--mobile takes a mobile number such as +61412345678. ${USAGE}`);
  return {
    mobile,
    ...(values.product ? { productId: String(positive(values.product, 'product')) } : {}),
    ...(values.campaign ? { campaignId: values.campaign } : {}),
    ...(values.send?.trim() ? { text: values.send } : {}),
    ...(values['expires-in'] ? { lifeMs: positive(values['expires-in'], 'expires-in') * 1_000 } : {}),
  };
}

/** Texts the link as a campaign message; people who replied STOP get none. Answers what to say. */
async function send(settings: Settings, campaign: Campaign): Promise<string> {
  const { openDatabase } = await import('#server/database/open.ts');
  const { migrate } = await import('#server/database/migrate.ts');
  const { createWorld } = await import('#server/world.ts');
  const { sendCampaignLink } = await import('#server/messages/send-campaign.ts');
  const database = await openDatabase({ dataDir: settings.DATA_DIR, databaseUrl: settings.DATABASE_URL });
  try {
    await migrate(database);
    const { context } = await createWorld(settings, database);
    const sent = await sendCampaignLink(context, campaign).finally(() => context.jobs.stop());
    if (sent.state === 'sent') return 'Sent.';
    process.exitCode = 1;
    if (sent.state === 'refused') return `Not sent. ${sent.reason}.`;
    if (sent.state === 'quiet hours') return `Not sent: it is night. Send it from ${sent.from.toISOString()}.`;
    return SAID[sent.state];
  } finally {
    await database.close();
  }
}

const SAID = {
  'opted out': 'Not sent: this mobile has replied STOP.',
  'sent before': 'Not sent: this mobile has had this campaign.',
  unknown: 'The carrier gave no answer: the text may arrive. It is not sent again.',
  'not sent': 'Not sent: the carrier cannot be reached. Try again later.',
} as const;

// npm run link: prints a personal sign-in link, which needs the shop's secret alone, so it works whether the server runs or not. With
// --send it is texted, which needs the database: the embedded one is free only while the server is stopped.
try {
  const { text, ...wish } = readWish();
  const settings = readSettings();
  if (text !== undefined) {
    console.log(await send(settings, { ...wish, text }));
    process.exit();
  }
  const secrets = createSecrets(await readSecret({ dataDir: settings.DATA_DIR, secret: settings.SESSION_SECRET }));
  const jwt = await signCampaignLink({ secrets, clock: createClock({ movable: false }) }, wish);
  console.log(`${settings.publicUrl}/autologin/${jwt}`);
} catch (error) {
  const known = isRefusal(error) || (error instanceof Error && error.message.includes('--'));
  console.error(known ? (error as Error).message : error);
  if (error instanceof TypeError) console.error(USAGE);
  process.exit(1);
}
