import type { Order, Tender } from '#contract/account.ts';
import { Amounts } from '../account/orders/paid/amounts.tsx';
import { PaidWith } from '../account/orders/paid/paid-with.tsx';

export function Paid({ order, tenders }: { order: Order | null; tenders: readonly Tender[] }) {
  const box = 'mt-6 w-full rounded-card border border-line bg-surface px-5 py-4';
  const hasGoods = order?.items.some(({ gift_card }) => !gift_card);
  if (!order || !hasGoods) return <PaidWith tenders={tenders} className={box} />;
  return (
    <div className={box}>
      <dl className="space-y-1.5">
        <Amounts order={order} />
      </dl>
      <PaidWith tenders={tenders} className="mt-3 border-t border-line pt-3" />
    </div>
  );
}
