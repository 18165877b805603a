import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Link, useRouteLoaderData } from 'react-router';
import { isComplete } from '#contract/rules/gift-card/completeness.ts';
import { useWide } from '#web/ui/view/use-wide.ts';
import { copyForUndo, offerBack } from '../cart/undo-removal.ts';
import { showError } from '../errors/show-error.ts';
import { prepareHumanToken } from '../human-check/human-check.ts';
import type { loader } from '../root.tsx';
import { useSession } from '../session/session.ts';
import { ProveAtCheckout } from '../sign-in/proof/prove-account.tsx';
import { useShowPage } from '../state/route-shown.ts';
import { AfterConfirming } from './after-confirming.tsx';
import { ConfirmBar, ConfirmButton } from './confirm-bar.tsx';
import { EmptyCheckout } from './empty-checkout.tsx';
import { GiftCardsSection } from './gift-cards/gift-cards-section.tsx';
import { PayOrNothing } from './gift-cards/nothing-left.tsx';
import { SandboxBank } from './payment/bank-challenge.tsx';
import { PaymentSection } from './payment/payment-section.tsx';
import { WalletButtons } from './payment/wallet-buttons.tsx';
import { SecurityCode } from './security-code/security-code.tsx';
import { ShippingSection } from './shipping/shipping-section.tsx';
import { refreshOpenCart } from './submit/open-cart.ts';
import { useSubmit } from './submit/use-submit.ts';
import { removeCardRow, removeLineRow } from './summary/remove-row.ts';
import { SummaryList } from './summary/summary-list.tsx';
import type { CheckoutData } from './use-checkout-data.ts';
import { useBuy, useOrder } from './use-order.ts';
import { usePaymentChoice } from './use-payment-choice.ts';

type CheckoutFormProps = { data: CheckoutData; cancelTimer: () => void };

export function CheckoutForm({ data: latest, cancelTimer }: CheckoutFormProps) {
  const submit = useSubmit();
  const data = useKept(latest, submit.busy);
  const { cart, savedCards } = data;
  const { t } = useLingui();
  const settings = useRouteLoaderData<typeof loader>('root')?.settings;
  const mobile = useSession((session) => session.mobile);
  const order = useOrder(data);
  const { cards, lines, changing, shipping, shippingCents, untilFree, total, tenders, due, covered } = order;
  const buyWith = useBuy({ data, order, submit, cancelTimer });
  const wide = useWide();
  const payment = usePaymentChoice(savedCards, submit, { buysGiftCards: cards.length > 0 });
  const { removeOne, removing } = useRemoval(cards.length + lines.length, submit.busy);
  useEffect(() => prepareHumanToken('checkout'), []);
  if (!settings) return null;

  const empty = cards.length + lines.length === 0;
  const blocked = cards.every(isComplete) ? null : t`Complete every gift card first`;
  if (empty && !submit.busy) return <EmptyCheckout />;
  const confirm = {
    cents: due,
    added: due !== total,
    blocked,
    onShowCode: covered ? null : payment.showCode,
    busy: submit.busy || changing || (tenders.cards.length > 0 && due === null),
    onConfirm: () => buyWith(covered ? { kind: 'free' } : payment.chosen(), settings),
  };
  const summary = (
    <div key="summary" className="md:sticky md:top-20 md:col-start-2 md:row-span-2 md:row-start-1 md:self-start">
      <SummaryList
        cards={cards}
        lines={lines}
        totalCents={total}
        shipping={{ cents: shippingCents, gstCents: shipping.gstCents, bySeller: shipping.bySeller }}
        untilFree={untilFree}
        tenders={tenders.cards}
        dueCents={due}
        rejected={submit.rejected}
        busy={submit.busy || removing}
        onRemoveCard={(card) => removeOne({ keys: [card.key] }, () => removeCardRow(card))}
        onRemoveLine={(line) =>
          removeOne({ lines: [{ ...line.shown, qty: line.qty }] }, () =>
            removeLineRow(line, mobile).then(refreshOpenCart),
          )
        }
      >
        {wide && <ConfirmButton {...confirm} />}
      </SummaryList>
    </div>
  );
  const details = (
    <div key="details" className="flex min-w-0 flex-col gap-8 md:col-start-1 md:row-start-1 md:gap-5 md:pb-10">
      <ProveAtCheckout customer={cart.customer} />
      <ShippingSection
        shipping={shipping}
        delivers={lines.length > 0}
        addressRequests={submit.addressRequests}
        busy={submit.busy}
      />
      {data.tenders && lines.length > 0 && (
        <GiftCardsSection
          tenders={tenders}
          ownCards={data.ownCards}
          sellers={new Set(lines.map(({ shown }) => shown.product.seller_name))}
          buysGiftCards={cards.length > 0}
          due={due}
          busy={submit.busy}
        />
      )}
      <PayOrNothing covered={covered}>
        <PaymentSection
          {...payment.shown}
          savedCards={savedCards}
          settings={settings}
          holder={{ name: cart.customer.fullname, email: cart.customer.email, phone: cart.customer.mobile }}
          amountCents={due || total}
          code={
            payment.wantsCode && (
              <SecurityCode key={payment.shown.choice} {...payment.codeParts} settings={settings} busy={submit.busy} />
            )
          }
          error={submit.cardError}
          busy={submit.busy}
          wallets={
            due !== null &&
            blocked === null && (
              <WalletButtons
                settings={settings}
                amountCents={due}
                ready={shipping.selected !== null}
                onMissing={submit.askForAddress}
                onPay={(create) => buyWith({ kind: 'new', create }, settings)}
              />
            )
          }
        />
      </PayOrNothing>
      <AfterConfirming hasGiftCards={cards.length > 0} byGiftCard={covered === true} />
    </div>
  );
  return (
    <div className="flex grow flex-col gap-8 md:grid md:grid-cols-[minmax(0,1fr)_20rem] md:grid-rows-[auto_1fr] md:gap-y-0 lg:grid-cols-[minmax(0,1fr)_25rem] lg:gap-x-8">
      {/* On wide screens, the summary is last in the markup, so that its button is last in tab order. */}
      {wide ? [details, summary] : [summary, details]}
      {!wide && <ConfirmBar {...confirm} />}
      <SandboxBank />
      {/* Prefetches the success page now, because the network may be gone once the order is paid. */}
      {submit.busy && <Link to="/success" prefetch="render" hidden />}
    </div>
  );
}

/** Keeps the ordered items on screen while submit empties and refills the cart. */
function useKept<Data>(latest: Data, keep: boolean): Data {
  const [keptData, setKept] = useState(latest);
  if (!keep && keptData !== latest) setKept(latest);
  return keep ? keptData : latest;
}

function useRemoval(count: number, busy: boolean) {
  const { t } = useLingui();
  const showPage = useShowPage();
  const [removing, setRemoving] = useState(false);
  async function run(items: Parameters<typeof copyForUndo>[0], remove: () => Promise<void>) {
    setRemoving(true);
    const removed = copyForUndo(items);
    try {
      await remove();
      if (count === 1) await showPage('/browse');
      offerBack(t`Removed`, removed);
    } catch (error) {
      showError(error);
    }
    setRemoving(false);
  }
  function removeOne(items: Parameters<typeof copyForUndo>[0], remove: () => Promise<void>) {
    if (!removing && !busy) void run(items, remove);
  }
  return { removeOne, removing };
}
