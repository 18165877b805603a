import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CardShop, wrong } from './card-shop.ts';

const file = join(import.meta.dirname, '../../docs/reference/personal-data.md');

/** `copy`: the key that has it in a copy; null where the page says why none has. */
export type Listed = { table: string; columns: string[]; kept: string; by: string; copy: string | null };

const page = readFileSync(file, 'utf8').replaceAll(/\n {2}/g, ' ');
const LINE =
  /^- `(\w+)` \(([^)]+)\): [^\n]*?\. Kept: ([^\n]*?)\. Ended by: `?(\w+)`?\. Copy: (?:`(\w+)`|no, [^\n]+)\.$/gm;

/** What docs/reference/personal-data.md says, a line each. */
export const LISTED: readonly Listed[] = [...page.matchAll(LINE)].map(
  ([, table = '', columns = '', kept = '', by = '', copy = null]) => ({
    table,
    columns: columns.split(', '),
    kept,
    by,
    copy,
  }),
);

/** What a copy has of tables that name nobody. */
export const ALSO_COPIED = [
  ...(/^- \*\*A copy\*\* also has ([^\n]+)$/m.exec(page)?.[1] ?? '').matchAll(/`(\w+)`/g),
].map(([, key = '']) => key);

const DAY_MS = 86_400_000;

/**
 * A row of everything that the page lists and something ends: of the shop's customer, who has given a card to `wrong`,
 * and of that card's recipient.
 */
export async function fillPersonalData(shop: CardShop): Promise<void> {
  const details = await shop.buy();
  await shop.deliver();
  const now = shop.context.clock.now().toISOString();
  const at = (days: number) => new Date(Date.parse(now) + days * DAY_MS).toISOString();
  const one = '(select id from customers limit 1)';
  const email = '(select lower(email) from customers limit 1)';
  const card = '(select id from gift_cards limit 1)';
  for (const statement of [
    `update customers set campaign_id = 'spring'`,
    `update gift_card_details set purchaser_mobile = '+61412345678', recipient_message = 'Happy birthday, Mia!'`,
    `update payment_customers set former_provider_customer_id = 'former'`,
    `update sessions set browser = 'browser of session', device = 'iphone', link = 'jti'`,
    `update sign_in_codes set browser = 'browser of code', network_key = '203.0.113.0',
      allocation_key = '2001:db8::/32'`,
    `update phone_verifications set campaign_id = 'spring', browser = 'x'`,
    `insert into passkeys (customer_id, credential_id, public_key, counter, transports, device, created_at)
      values (${one}, 'credential', 'key', 0, '{}', 'iphone', '${now}')`,
    `insert into email_codes (email, customer_id, code_hash, client_key, sent_at, expires_at)
      values (${email}, ${one}, 'x', '203.0.113.7', '${now}', '${now}')`,
    `insert into mobile_changes (customer_id, old_mobile, new_mobile, proof, created_at)
      values (${one}, '+61412345676', '+61412345677', 'code', '${now}')`,
    `insert into known_devices (mobile, browser, proved_at) values ('+61412345678', 'x', '${now}')`,
    `insert into customer_devices (customer_id, browser, first_at, last_at) values (${one}, 'x', '${now}', '${now}')`,
    `insert into passkey_challenges (challenge_hash, customer_id, browser, expires_at) values ('x', ${one}, 'y', '${now}')`,
    `insert into guessed_mobiles (mobile, failures, failed_at) values ('+61412345678', 3, '${now}')`,
    `insert into campaign_links (jti, mobile, campaign_id, product_id, made_by, made_at, expires_at)
      values ('x', '+61412345678', 'spring', '1', 'wren', '${now}', '${at(3)}')`,
    `update payments set sender = 'x', card_print = 'y', typed_in = 'z'`,
    `insert into gift_card_thanks (gift_card_id, message, created_at) values (${card}, 'Thank you', '${now}')`,
    `insert into gift_card_passes (pass_id, gift_card_id, made_at, changed_at)
      values ('p', ${card}, date_trunc('second', '${now}'::timestamptz), date_trunc('second', '${now}'::timestamptz))`,
    `insert into gift_card_pass_holders (pass_id, wallet, device_id, push_token, due_at, created_at)
      values ('p', 'apple', 'device of Mia', 'token of Mia', '${now}', '${now}')`,
    `insert into gift_card_changes (gift_card_id, customer_id, kind, delivery_attempt, starts_attempt, old_state, old_mobile, new_mobile, created_at)
      values (${card}, ${one}, 'resend', 1, false, 'sent', '${wrong}', '${wrong}', '${now}')`,
    `insert into opt_outs (mobile, sender, word, opted_out_at, opted_in_at) values ('+61412345678', 's', 'STOP', '${now}', '${now}')`,
    `insert into idempotency_keys (customer_id, key, fingerprint, answer, created_at) values (${one}, 'k', 'f', '{"a":1}', '${now}')`,
    `insert into leads (first_name, last_name, company, email, phone, country, opt_in, ret_url, address, created_at)
      values ('Ann', 'Bell', 'Bell', ${email}, '1', 'AU', false, '', '203.0.113.7', '${now}')`,
    // Taken out of a cart.
    `insert into gift_card_details (customer_id, product_id, variant_sku, price_cents, purchaser_mobile, recipient_firstname,
        recipient_lastname, recipient_mobile, recipient_message, text_content, created_at, deleted_at)
      select customer_id, product_id, variant_sku, price_cents, purchaser_mobile, recipient_firstname, recipient_lastname,
        recipient_mobile, 'Hi', 'Hello', created_at, '${now}' from gift_card_details where id = ${details}`,
  ])
    await shop.query(statement);
}
