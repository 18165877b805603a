import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { updateCard } from '../cards-store.ts';
import { countNumberChanges, insertChange } from '../changes-store.ts';
import { withNewSecrets } from '../ledger/card-secrets.ts';
import type { DetailsRow } from '../queries.ts';
import type * as store from './details-store.ts';

/** Limits per 24 hours for unsent cards: enough to fix typos, too few to try a list of numbers. */
const A_CARD = 10;
const A_CUSTOMER = 50;
const DAY_MS = 86_400_000;

type Card = NonNullable<Awaited<ReturnType<typeof store.lockCardOfDetails>>>;
type Change = { customerId: number; card: Card; details: DetailsRow; mobile: string; now: Date };

/**
 * Records the new number of an unsent card, and replaces the card's code, because the customer may have printed the
 * code for their own number. Lock the customer first, and write the number afterwards.
 */
export async function recordMobileChange(
  context: Context,
  tx: Transaction,
  change: Change,
): Promise<'mobile_changed_too_often' | null> {
  const { customerId, card, details, mobile, now } = change;
  if (details.recipientMobile === mobile) return null;
  const since = new Date(now.getTime() - DAY_MS);
  const { ofCard, ofCustomer } = await countNumberChanges(tx, { giftCardId: card.id, customerId, since });
  if (ofCard >= A_CARD || ofCustomer >= A_CUSTOMER) return 'mobile_changed_too_often';
  const numbers = { oldMobile: details.recipientMobile, newMobile: mobile };
  await insertChange(tx, { kind: 'correct', startsAttempt: false, card, customerId, ...numbers, now });
  await updateCard(tx, card.id, withNewSecrets(context.secrets, card.sealed));
  return null;
}
