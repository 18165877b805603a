import type { Transaction } from '#server/platform/database/handle.ts';
import type { PaymentAccount } from '#server/platform/kernel/payment-accounts.ts';
import { prorateCents, sumCents } from '#server/platform/kernel/split-cents.ts';
import { isSalePosted, type NewTransfer, postTransfers } from './transfers-store.ts';

/** Returns the code of the account for money at the payment provider. */
const clearingAccount = (provider: PaymentAccount): string => `clearing:${provider}`;

/** Returns the code of the account for the shop's debt to a seller, which is negative if the seller owes the shop. */
const payableAccount = (sellerId: number): string => `payable:${sellerId}`;

const COMMISSION_ACCOUNT = 'commission';
const SERVICE_FEE_ACCOUNT = 'service_fee';

/** `chargedCents`: the seller's goods, shipping and gift cards minus the part paid by gift card. */
type SellerSale = {
  sellerId: number;
  chargedCents: number;
  commissionCents: number;
  serviceFeeCents: number;
};

export type OrderSale = { orderId: number; provider: PaymentAccount; sellers: readonly SellerSale[]; now: Date };

/** Posts each seller's sale, commission and fee. Call in the transaction that approves the order. */
export async function postSale(tx: Transaction, { orderId, provider, sellers, now }: OrderSale): Promise<void> {
  const posting = { isFinal: true, orderId, refundId: null, at: now };
  const transfers = sellers.flatMap(({ sellerId, ...sale }): NewTransfer[] => {
    const payable = payableAccount(sellerId);
    return [
      {
        ...posting,
        kind: 'sale',
        cause: `sale:${orderId}:${sellerId}`,
        debit: clearingAccount(provider),
        credit: payable,
        cents: sale.chargedCents,
      },
      {
        ...posting,
        kind: 'commission',
        cause: `commission:${orderId}:${sellerId}`,
        debit: payable,
        credit: COMMISSION_ACCOUNT,
        cents: sale.commissionCents,
      },
      {
        ...posting,
        kind: 'service fee',
        cause: `fee:${orderId}:${sellerId}`,
        debit: payable,
        credit: SERVICE_FEE_ACCOUNT,
        cents: sale.serviceFeeCents,
      },
    ];
  });
  await postTransfers(
    tx,
    transfers.filter(({ cents }) => cents > 0),
  );
}

/** The seller's share of a refund to the payment card; 0 if the refund failed. */
export type ReturnedShare = { refundId: number; sellerId: number; cents: number };

/**
 * Posts the sellers' shares of refunds to the payment card, and the commission returned for them. Posts changes since
 * the last call, and nothing if the order's sale was not posted. Lock the order first.
 */
export async function postReturns(
  tx: Transaction,
  { orderId, provider, sellers, now, returned }: OrderSale & { returned: readonly ReturnedShare[] },
): Promise<void> {
  if (returned.length === 0 || !(await isSalePosted(tx, orderId))) return;
  const posting = { isFinal: false, orderId, at: now };
  const refunds = returned.map(
    ({ refundId, sellerId, cents }): NewTransfer => ({
      ...posting,
      kind: 'refund',
      cause: `refund:${refundId}:${sellerId}`,
      debit: payableAccount(sellerId),
      credit: clearingAccount(provider),
      cents,
      refundId,
    }),
  );
  const commissions = sellers.map((seller): NewTransfer => {
    const shares = returned.filter(({ sellerId }) => sellerId === seller.sellerId);
    return {
      ...posting,
      kind: 'commission back',
      cause: `back:${orderId}:${seller.sellerId}`,
      debit: COMMISSION_ACCOUNT,
      credit: payableAccount(seller.sellerId),
      cents: computeReturnedCommission(seller, sumCents(shares.map(({ cents }) => cents))),
      refundId: null,
    };
  });
  await postTransfers(tx, [...refunds, ...commissions]);
}

/** Returns the commission for `returnedCents` of the sale, rounded half a cent up. The service fee is not returned. */
function computeReturnedCommission({ chargedCents, commissionCents }: SellerSale, returnedCents: number): number {
  if (chargedCents === 0) return 0;
  return prorateCents(commissionCents, { upTo: Math.min(returnedCents, chargedCents), total: chargedCents });
}
