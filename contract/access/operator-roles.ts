/** An operator with several roles has the rights of all of them. */
export const OPERATOR_ROLES = ['owner', 'risk', 'support', 'finance', 'catalogue', 'auditor'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

const everyone = OPERATOR_ROLES;

export const operatorVerbs = {
  'today.read': everyone,
  find: everyone,
  'orders.read': ['owner', 'risk', 'support', 'finance', 'auditor'],
  'cards.read': ['owner', 'risk', 'support', 'finance', 'auditor'],
  'disputes.read': ['owner', 'risk', 'support', 'finance', 'auditor'],
  'messages.read': ['owner', 'risk', 'support', 'finance', 'auditor'],
  'customers.read': ['owner', 'risk', 'support', 'finance', 'auditor'],
  'sellers.read': everyone,
  'catalogue.read': everyone,
  'orders.decide': ['owner', 'risk'],
  'orders.ship': ['owner', 'support'],
  'orders.receipt': ['owner', 'support', 'finance'],
  'notes.write': ['owner', 'risk', 'support', 'finance', 'catalogue'],
  'requests.record': ['owner', 'support', 'finance'],
  'refunds.small': ['owner', 'risk', 'support', 'finance'],
  'refunds.large': ['owner', 'risk', 'finance'],
  'warnings.clear': ['owner', 'risk'],
  'disputes.answer': ['owner', 'risk', 'finance'],
  'cards.deliver': ['owner', 'risk', 'support'],
  'cards.replace': ['owner', 'risk', 'support'],
  'cards.freeze': ['owner', 'risk', 'support'],
  'cards.unfreeze': ['owner', 'risk'],
  'cards.reinstate': ['owner', 'finance'],
  'cards.correct': ['finance'],
  'personal.reveal': ['owner', 'risk', 'support'],
  'personal.words': ['owner', 'risk', 'support'],
  'messages.retry': ['owner', 'support'],
  'optouts.change': ['owner', 'support'],
  'customers.suspend': ['owner', 'risk'],
  'customers.sessions': ['owner', 'risk', 'support'],
  'customers.export': ['owner', 'support'],
  'customers.erase': ['owner'],
  'customers.number': ['risk', 'support'],
  'cases.write': ['owner', 'risk', 'support'],
  'sellers.edit': ['owner', 'support', 'catalogue'],
  'sellers.admit': ['owner', 'catalogue'],
  'sellers.suspend': ['owner', 'risk'],
  'sellers.keys': ['owner'],
  'sellers.keys_end': ['owner', 'risk', 'support'],
  'catalogue.edit': ['owner', 'catalogue'],
  'catalogue.many': ['owner', 'catalogue'],
  'reviews.decide': ['owner', 'catalogue'],
  'books.read': ['owner', 'finance', 'auditor'],
  'money.read': ['owner', 'finance', 'auditor'],
  'money.act': ['owner', 'finance'],
  'links.make': ['owner', 'support'],
  'leads.read': ['owner', 'support'],
  exports: ['owner', 'finance', 'catalogue', 'auditor'],
  'settings.change': ['owner'],
  'people.manage': ['owner'],
  'audit.read': ['owner', 'auditor'],
  'system.read': ['owner', 'risk', 'support', 'finance', 'auditor'],
  'system.act': ['owner', 'support'],
  'installation.keep': ['owner'],
} as const satisfies Record<string, readonly OperatorRole[]>;

export type OperatorVerb = keyof typeof operatorVerbs;

export function operatorMay(roles: readonly OperatorRole[], verb: OperatorVerb): boolean {
  const allowed: readonly OperatorRole[] = operatorVerbs[verb];
  return roles.some((role) => allowed.includes(role));
}
