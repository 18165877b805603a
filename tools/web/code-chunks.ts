import { join, sep } from 'node:path';

const shop = join(import.meta.dirname, '../../web/shop').replaceAll(sep, '/');

/** What every page needs and no release of ours changes: phones keep it from one release to the next. */
const FRAMEWORK =
  /\/node_modules\/(react|react-dom|react-router|scheduler|@tanstack|@lingui|zustand|use-sync-external-store)\/|preload-helper|rolldown\/runtime/;

/** Parts of no journey. */
const COMMON =
  /\/web\/ui\/|\/web\/shared\/(api|brand|languages|state)\/(?!hero)|\/web\/shop\/((calls|state|session|errors|head)\/|queries\/(?!(orders|look-again)\.)|offline\/page-shown|popups\/(notice-popup|late-component)|cart\/(add-line|show-add-error)\.|search\/suggestions|sign-in\/(after-sign-in|proof\/with-code)\.)|\/contract\/rules\//;

/** What only screens with something to fill in need: rules of addresses, gift cards and times, the combobox. */
const FORMS =
  /\/web\/shop\/(errors\/field-messages|address\/mobile-field|send-time\/own-zone|gift-card\/recipient\/pick-contact)\.|\/web\/ui\/(form\/(stepper|combobox)|action-bar|copy-button)\.|\/contract\/rules\/(short-text\.|(customer|gift-card|time)\/)/;

/** What a code and a payment may ask for, and a gift card does not. */
const HUMAN = /\/web\/shop\/(human-check\/(human-check|recaptcha)|queries\/shop-settings)\./;

/** A few lines each, for screens that have nothing else in common. */
const SMALL = /\/contract\/rules\/ascii-digits\.|\/web\/ui\/view\/use-in-view\./;

/** What the checkout reads codes with once a customer asks for it. */
const SCANNING = /\/web\/shared\/scan\/|\/contract\/rules\/gift-card\/card-code\./;

/** What is typed into and ticked: no list's first view has any, every form has. */
const FIELDS = /\/web\/(ui\/form\/(field|text-field|choice)|shop\/checkout\/security-code\/code-field)\./;

/** What the checkout has in common with other screens, by the screens that have it, too. */
const BUYING: { [chunk in (typeof BUYING_CHUNKS)[number]]: RegExp } = {
  cart: /\/web\/shop\/cart\//,
  paying: /\/web\/shop\/checkout\/(?!placed\/placed-order\.)/,
  records:
    /\/web\/shop\/(address\/(address-text|saved-addresses|save-address)|sign-in\/proof\/prove-account|queries\/(orders|look-again)|payment-card\/(brand-mark|card-number)|send-time\/send-text)\./,
};

/** Tiles, and what narrows and sorts them. */
const LIST = /\/web\/shop\/browse\//;

/** Rows of products below one, which come when all else is there. */
const RAILS = /\/web\/shop\/browse\/rails\//;

const CHECKOUT = `${shop}/checkout/checkout.tsx`;
const REGISTER = `${shop}/register/register.tsx`;
/** The steps in which a gift card is filled in: what they need comes without what only accounts fill in. */
const GIVING = ['recipient/recipient', 'template/templates', 'schedule/schedule', 'preview/preview'].map(
  (file) => `${shop}/gift-card/${file}.tsx`,
);
/** Loaded with every page. */
const ALWAYS = ['entry.client.tsx', 'root.tsx'].map((file) => `${shop}/${file}`);
/** Fetched with every page, when it is there. */
const LATER = ['after-start.ts', 'over-page.tsx'].map((file) => `${shop}/${file}`);
/** Where most visits begin. */
const WINDOW = [
  'browse/browse',
  'browse/category',
  'search/search',
  'product/product',
  'seller/seller',
  'legal/terms',
].map((file) => `${shop}/${file}.tsx`);

type Module = { importers: readonly string[]; dynamicImporters: readonly string[]; isEntry: boolean };
type Modules = { getModuleInfo(id: string): Module | null };

/** First who comes first: a file takes along what its modules need. */
const BUYING_CHUNKS = ['cart', 'paying', 'records'] as const;
const SCREENS_CHUNKS = ['buying', 'fields', 'forms', 'human', 'accounts', 'extras'] as const;
const CHUNKS = ['framework', 'shared', 'later', 'grid', 'list', ...SCREENS_CHUNKS, ...BUYING_CHUNKS, 'rails'] as const;
type Chunk = (typeof CHUNKS)[number];

/**
 * The files of code that several screens share. Forty small ones cost a phone more than they save, and what no first
 * visit needs stays out of what it waits for.
 */
export const chunkGroups = CHUNKS.map((chunk, at) => ({
  name: (id: string, modules: Modules) => (chunkOf(id, modules) === chunk ? chunk : null),
  priority: CHUNKS.length - at,
}));

/** null leaves a module to the bundler. */
function chunkOf(id: string, modules: Modules): Chunk | null {
  if (FRAMEWORK.test(id)) return 'framework';
  if (ALWAYS.includes(fileOf(id))) return null;
  if (SMALL.test(id)) return 'shared';
  if (RAILS.test(id)) return 'rails';
  const askers = askersOf(id, modules);
  const asked = (by: readonly string[]) => by.some((asker) => askers.has(asker));
  if (asked(ALWAYS)) return 'shared';
  if (LATER.includes(id) || (asked(LATER) && !asked(WINDOW))) return 'later';
  if (askers.size < 2 || SCANNING.test(id)) return null;
  if (FIELDS.test(id)) return 'fields';
  if (LIST.test(id) && askers.has(`${shop}/browse/browse.tsx`))
    return askers.has(`${shop}/seller/seller.tsx`) ? 'grid' : 'list';
  if (asked(WINDOW)) return FORMS.test(id) ? 'buying' : COMMON.test(id) ? 'shared' : null;
  if (HUMAN.test(id)) return 'human';
  if (FORMS.test(id) || COMMON.test(id))
    return asked(GIVING) ? 'forms' : asked([REGISTER]) && !asked([CHECKOUT]) ? 'accounts' : 'extras';
  return asked([CHECKOUT]) ? (BUYING_CHUNKS.find((chunk) => BUYING[chunk].test(id)) ?? null) : null;
}

/** A route's module has names with a query for its parts. */
const fileOf = (id: string): string => id.split('?')[0] ?? id;

/** The screens and other parts, each loaded as one, that cannot be shown without a module. */
function askersOf(id: string, modules: Modules): ReadonlySet<string> {
  const seen = new Set<string>();
  const askers = new Set<string>();
  const waiting = [id];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const module = seen.has(at) ? null : modules.getModuleInfo(at);
    seen.add(at);
    if (!module) continue;
    if (module.isEntry || module.dynamicImporters.length > 0) askers.add(fileOf(at));
    waiting.push(...module.importers);
  }
  return askers;
}
