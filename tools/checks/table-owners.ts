import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as schema from '#server/platform/database/schema/schema.ts';
import { isTestCode, type SourceFile, stripComments } from './source-files.ts';

/** Maps each table to the folder that may write to it. The check rejects tables without an entry. */
export const tableOwners: Record<string, string> = {
  pictures: 'server/domain/catalogue',
  sellers: 'server/domain/sellers',
  categories: 'server/domain/catalogue',
  option_values: 'server/domain/catalogue',
  products: 'server/domain/catalogue',
  product_pictures: 'server/domain/catalogue',
  product_categories: 'server/domain/catalogue',
  product_templates: 'server/domain/catalogue',
  templates: 'server/domain/catalogue',
  variants: 'server/domain/catalogue',
  search_vocabulary: 'server/domain/catalogue',
  product_words: 'server/domain/catalogue',
  customers: 'server/domain/customers',
  addresses: 'server/domain/customers',
  sign_in_codes: 'server/domain/customers',
  known_devices: 'server/domain/customers',
  customer_devices: 'server/domain/customers',
  guessed_mobiles: 'server/domain/customers',
  email_codes: 'server/domain/customers',
  mobile_changes: 'server/domain/customers',
  phone_verifications: 'server/domain/customers',
  campaign_links: 'server/domain/customers',
  sessions: 'server/domain/customers',
  passkeys: 'server/domain/customers',
  passkey_challenges: 'server/domain/customers',
  used_human_check_tokens: 'server/integrations/human-check',
  carts: 'server/domain/cart',
  cart_lines: 'server/domain/cart',
  cart_gift_cards: 'server/domain/cart',
  orders: 'server/domain/orders',
  order_lines: 'server/domain/orders',
  order_sellers: 'server/domain/orders',
  payments: 'server/domain/orders',
  payment_customers: 'server/domain/orders',
  payment_events: 'server/domain/orders',
  decline_alarms: 'server/domain/orders',
  refunds: 'server/domain/orders',
  refund_shares: 'server/domain/orders',
  disputes: 'server/domain/orders',
  payment_warnings: 'server/domain/orders',
  book_accounts: 'server/domain/seller-ledger',
  book_transfers: 'server/domain/seller-ledger',
  shipments: 'server/domain/orders',
  shipment_lines: 'server/domain/orders',
  gift_cards: 'server/domain/gift-cards',
  gift_card_accounts: 'server/domain/gift-cards',
  gift_card_entries: 'server/domain/gift-cards',
  gift_card_holds: 'server/domain/gift-cards',
  gift_card_redemptions: 'server/domain/gift-cards',
  gift_card_details: 'server/domain/gift-cards',
  gift_card_changes: 'server/domain/gift-cards',
  gift_card_thanks: 'server/domain/gift-cards',
  gift_card_passes: 'server/domain/gift-cards/passes',
  gift_card_pass_holders: 'server/domain/gift-cards/passes',
  key_checks: 'server/domain/gift-cards/keys',
  message_pictures: 'server/domain/gift-cards',
  composed_pictures: 'server/domain/gift-cards',
  counter_keys: 'server/domain/sellers',
  messages: 'server/platform/messaging',
  opt_outs: 'server/platform/messaging',
  book_checks: 'server/domain/books',
  book_differences: 'server/domain/books',
  alarms: 'server/platform/monitoring',
  operators: 'server/domain/operators',
  operator_actions: 'server/domain/operators',
  leads: 'server/domain/site',
  idempotency_keys: 'server/platform/http',
  call_counts: 'server/platform/http',
  localities: 'server/integrations/places',
  locality_list: 'server/integrations/places',
  phone_messages: 'server/integrations/messages',
  sandbox_payment_methods: 'server/integrations/payments',
  sandbox_payments: 'server/integrations/payments',
  sandbox_refunds: 'server/integrations/payments',
};

export const schemaTables: ReadonlyMap<string, string> = new Map(
  Object.entries(schema).flatMap(([name, value]) => (is(value, PgTable) ? [[name, getTableName(value)] as const] : [])),
);

/** Tables without an owner: the one of the migrations and the temporary ones of the import. */
const UNLISTED = /^(schema_migrations|import_\w*)$/;

type Write = { path: string; table: string };

/** Returns writes found in Drizzle's calls, in defineTransition(), purgeRows() and similar calls, and in SQL text. */
export function findTableWrites(files: SourceFile[], tables = schemaTables): Write[] {
  return files
    .filter(({ path }) => /^(server|db)\//.test(path) && !isTestCode(path))
    .flatMap(({ path, text }) => {
      const code = stripComments(text);
      const tableNames = new Set(tables.values());
      const aliases = parseAliases(code);
      const named = (name: string) => tables.get(aliases.get(name) ?? name);
      const calls = [
        ...code.matchAll(
          /(?:\.(?:insert|update|delete)|\bdefine(?:Row)?Transition|\bpurge(?:Rows|Columns))\(\s*(?:schema\.)?(\w+)\s*[,)]/g,
        ),
      ]
        .map(([, name = '']) => named(name))
        .filter((table) => table !== undefined);
      const statements = [...code.matchAll(RAW_WRITE)].flatMap(([, table = '', variable]) => {
        const name = variable === undefined ? table : (named(variable) ?? '');
        if (!tableNames.has(name) && (variable !== undefined || UNLISTED.test(name) || !/_|s$/.test(name))) return [];
        return [name];
      });
      return [...new Set([...calls, ...statements])].map((table) => ({ path, table }));
    });
}

const RAW_WRITE =
  /\b(?:insert\s+into|delete\s+from|update(?=\s+\S+\s+(?:\w+\s+)?set\s))\s+(?:(?:demo\.)?"?([a-z_]+)"?|\$\{(\w+)\})/gi;

/** Finds aliases such as `import { payments as table }`. */
function parseAliases(code: string): Map<string, string> {
  return new Map([...code.matchAll(/\b(\w+)\s+as\s+(\w+)\b/g)].map(([, name = '', alias = '']) => [alias, name]));
}

/**
 * Returns the writes of triggers. Their owner is the folder that `-- owner:` names at the start of their section in
 * db/functions.sql.
 */
export function findTriggerWrites(functionsSql: string, tables = schemaTables): Write[] {
  const tableNames = new Set(tables.values());
  let owner = 'no feature';
  return functionsSql.split('\n').flatMap((line) => {
    owner = /^-- owner: (\S+)/.exec(line)?.[1] ?? owner;
    const code = line.replace(/--.*$/, '');
    const written = [...code.matchAll(TRIGGER_WRITE)]
      .map(([, table = '']) => table)
      .filter((table) => tableNames.has(table));
    return written.map((table) => ({ path: `${owner}/functions.sql`, table }));
  });
}

const TRIGGER_WRITE = /\b(?:insert\s+into|delete\s+from|(?<!before |after |or |on )update)\s+(?:only\s+)?([a-z_]+)\b/gi;

export const isForeignWrite = ({ path, table }: Write): boolean => !path.startsWith(`${tableOwners[table]}/`);

export function foreignWrites(writes: Write[]): string[] {
  return writes
    .filter(isForeignWrite)
    .map(({ path, table }) => `${path} writes ${table}, which belongs to ${tableOwners[table] ?? 'no feature'}`);
}
