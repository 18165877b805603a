export const SELLER_ROLES = ['owner', 'manager', 'staff', 'bookkeeper'] as const;
export type SellerRole = (typeof SELLER_ROLES)[number];

/** API key scopes for portal calls. Only scopes in KEY_SCOPES can be granted so far. */
type PortalScope =
  | 'orders:read'
  | 'orders:write'
  | 'products:read'
  | 'products:write'
  | 'giftcards:read'
  | 'money:read';

type Allowed = {
  roles: readonly SellerRole[];
  scopes?: readonly PortalScope[];
  needsProof?: true;
};

const everyone = SELLER_ROLES;

export const sellerVerbs = {
  'orders.read': { roles: everyone, scopes: ['orders:read'] },
  'orders.ship': { roles: ['owner', 'manager', 'staff'], scopes: ['orders:write'] },
  'refunds.ask': { roles: ['owner', 'manager'] },
  'products.read': { roles: everyone, scopes: ['products:read'] },
  'products.stock': { roles: ['owner', 'manager', 'staff'], scopes: ['products:write'] },
  'products.price': { roles: ['owner', 'manager'], scopes: ['products:write'] },
  'products.words': { roles: ['owner', 'manager'] },
  templates: { roles: ['owner', 'manager'] },
  'giftcards.read': { roles: everyone, scopes: ['giftcards:read'] },
  tills: { roles: ['owner', 'manager'] },
  'money.read': { roles: ['owner', 'manager', 'bookkeeper'], scopes: ['money:read'] },
  'money.files': { roles: ['owner', 'manager', 'bookkeeper'], scopes: ['money:read'] },
  'bank.propose': { roles: ['owner', 'bookkeeper'], needsProof: true },
  'bank.confirm': { roles: ['owner', 'manager', 'bookkeeper'], needsProof: true },
  'disputes.answer': { roles: ['owner', 'manager'] },
  contacts: { roles: ['owner', 'manager'] },
  campaigns: { roles: ['owner', 'manager'] },
  profile: { roles: ['owner', 'manager'] },
  team: { roles: ['owner'], needsProof: true },
  keys: { roles: ['owner'], needsProof: true },
  webhooks: { roles: ['owner'], needsProof: true },
  agreement: { roles: ['owner'], needsProof: true },
  leave: { roles: ['owner'], needsProof: true },
  export: { roles: ['owner'], needsProof: true },
  application: { roles: ['owner'] },
} as const satisfies Record<string, Allowed>;

export type SellerVerb = keyof typeof sellerVerbs;

export function sellerMay(role: SellerRole, verb: SellerVerb): boolean {
  const { roles }: Allowed = sellerVerbs[verb];
  return roles.includes(role);
}

export function keyMay(keyScopes: readonly string[], verb: SellerVerb): boolean {
  const { scopes = [] }: Allowed = sellerVerbs[verb];
  return scopes.some((scope) => keyScopes.includes(scope));
}
