import { join, sep } from 'node:path';

const shop = join(import.meta.dirname, '../../web/shop').replaceAll(sep, '/');

/** Packages that rarely change, so that phones keep them cached across releases. */
const FRAMEWORK =
  /\/node_modules\/(react|react-dom|react-router|scheduler|@tanstack|@lingui|zustand|use-sync-external-store)\/|preload-helper|rolldown\/runtime/;

const COMMON =
  /\/web\/ui\/|\/web\/shared\/(api|brand|languages|state)\/(?!hero)|\/web\/shop\/((calls|state|session|errors|head)\/|queries\/(?!(orders|look-again)\.)|offline\/page-shown|popups\/(notice-popup|late-component)|cart\/(add-line|show-add-error)\.|search\/suggestions|sign-in\/(after-sign-in|proof\/with-code)\.)|\/contract\/rules\//;

const FORMS =
  /\/web\/shop\/(errors\/field-messages|address\/mobile-field|send-time\/own-zone|gift-card\/recipient\/pick-contact)\.|\/web\/ui\/(form\/(stepper|combobox)|action-bar|copy-button)\.|\/contract\/rules\/(short-text\.|(customer|gift-card|time)\/)/;

/** Bot checks, which sign-in codes and payments need but gift card screens do not. */
const HUMAN = /\/web\/shop\/(human-check\/(human-check|recaptcha)|queries\/shop-settings)\./;

const SMALL = /\/contract\/rules\/ascii-digits\.|\/web\/ui\/view\/use-in-view\./;

const SCANNING = /\/web\/shared\/scan\/|\/contract\/rules\/gift-card\/card-code\./;

/** Every form needs these modules, but no product list needs them for its first view. */
const FIELDS = /\/web\/(ui\/form\/(field|text-field|choice)|shop\/checkout\/security-code\/code-field)\./;

const BUYING: { [chunk in (typeof BUYING_CHUNKS)[number]]: RegExp } = {
  cart: /\/web\/shop\/cart\//,
  paying: /\/web\/shop\/checkout\/(?!placed\/placed-order\.)/,
  records:
    /\/web\/shop\/(address\/(address-text|saved-addresses|save-address)|sign-in\/proof\/prove-account|queries\/(orders|look-again)|payment-card\/(brand-mark|card-number)|send-time\/send-text)\./,
};

const LIST = /\/web\/shop\/browse\//;

const RAILS = /\/web\/shop\/browse\/rails\//;

const CHECKOUT = `${shop}/checkout/checkout.tsx`;
const REGISTER = `${shop}/register/register.tsx`;
/** Gift card screens, which load without the code that only accounts need. */
const GIVING = ['recipient/recipient', 'template/templates', 'schedule/schedule', 'preview/preview'].map(
  (file) => `${shop}/gift-card/${file}.tsx`,
);
const ALWAYS = ['entry.client.tsx', 'root.tsx'].map((file) => `${shop}/${file}`);
const LATER = ['after-start.ts', 'over-page.tsx'].map((file) => `${shop}/${file}`);
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

/** The order matters, because a chunk includes its modules' dependencies. */
const BUYING_CHUNKS = ['cart', 'paying', 'records'] as const;
const SCREENS_CHUNKS = ['buying', 'fields', 'forms', 'human', 'accounts', 'extras'] as const;
const CHUNKS = ['framework', 'shared', 'later', 'grid', 'list', ...SCREENS_CHUNKS, ...BUYING_CHUNKS, 'rails'] as const;
type Chunk = (typeof CHUNKS)[number];

/**
 * Groups modules into chunks, because forty small files would cost a phone more than they save. A first visit must not
 * wait for code that it does not need.
 */
export const chunkGroups = CHUNKS.map((chunk, index) => ({
  name: (id: string, modules: Modules) => (assignChunk(id, modules) === chunk ? chunk : null),
  priority: CHUNKS.length - index,
}));

function assignChunk(id: string, modules: Modules): Chunk | null {
  if (FRAMEWORK.test(id)) return 'framework';
  if (ALWAYS.includes(stripQuery(id))) return null;
  if (SMALL.test(id)) return 'shared';
  if (RAILS.test(id)) return 'rails';
  const askers = findEntryImporters(id, modules);
  const isAskedBy = (by: readonly string[]) => by.some((asker) => askers.has(asker));
  if (isAskedBy(ALWAYS)) return 'shared';
  if (LATER.includes(id) || (isAskedBy(LATER) && !isAskedBy(WINDOW))) return 'later';
  if (askers.size < 2 || SCANNING.test(id)) return null;
  if (FIELDS.test(id)) return 'fields';
  if (LIST.test(id) && askers.has(`${shop}/browse/browse.tsx`))
    return askers.has(`${shop}/seller/seller.tsx`) ? 'grid' : 'list';
  if (isAskedBy(WINDOW)) return FORMS.test(id) ? 'buying' : COMMON.test(id) ? 'shared' : null;
  if (HUMAN.test(id)) return 'human';
  if (FORMS.test(id) || COMMON.test(id))
    return isAskedBy(GIVING) ? 'forms' : isAskedBy([REGISTER]) && !isAskedBy([CHECKOUT]) ? 'accounts' : 'extras';
  return isAskedBy([CHECKOUT]) ? (BUYING_CHUNKS.find((chunk) => BUYING[chunk].test(id)) ?? null) : null;
}

/** Removes the query string that route modules have in their id. */
const stripQuery = (id: string): string => id.split('?')[0] ?? id;

function findEntryImporters(id: string, modules: Modules): ReadonlySet<string> {
  const seen = new Set<string>();
  const askers = new Set<string>();
  const waiting = [id];
  for (let moduleId = waiting.pop(); moduleId !== undefined; moduleId = waiting.pop()) {
    const module = seen.has(moduleId) ? null : modules.getModuleInfo(moduleId);
    seen.add(moduleId);
    if (!module) continue;
    if (module.isEntry || module.dynamicImporters.length > 0) askers.add(stripQuery(moduleId));
    waiting.push(...module.importers);
  }
  return askers;
}
