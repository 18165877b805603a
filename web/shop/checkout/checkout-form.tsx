import { useEffect, useRef, useState } from 'react';
import { useNavigate, useRouteLoaderData } from 'react-router';
import { isComplete } from '#contract/rules/completeness.ts';
import { priceText } from '#contract/rules/money.ts';
import { prepareHumanToken } from '../../api/human-check.ts';
import { showProblem } from '../../api/problems.ts';
import type { loader } from '../../root.tsx';
import { announce } from '../../state/announcements.ts';
import { listGiftCards, useGiftCards } from '../../state/gift-cards.ts';
import { useSession } from '../../state/session.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';
import { SandboxBank } from '../payment/bank-challenge.tsx';
import type { CardEntryHandle } from '../payment/card-entry.tsx';
import { runChallenge } from '../payment/run-challenge.ts';
import { ConfirmBar } from './confirm-bar.tsx';
import { holdLines } from './held-lines.ts';
import { NEW_CARD, PaymentSection } from './payment-section.tsx';
import { removeCardRow, removeLineRow } from './remove-row.ts';
import { ShippingSection } from './shipping-section.tsx';
import { cardRows, lineRows, totalCents } from './summary.ts';
import { SummaryList } from './summary-list.tsx';
import type { CheckoutData } from './use-checkout-data.ts';
import { useShipping } from './use-shipping.ts';
import { useSubmit } from './use-submit.ts';

const CHARGED = { country: 'AU', usdRate: null };

type CheckoutFormProps = { data: CheckoutData; cancelTimer: () => void };

/** Everything between the countdown and /success, once it has loaded. */
export function CheckoutForm({ data, cancelTimer }: CheckoutFormProps) {
  const { cart, products, savedCards, seller } = data;
  const settings = useRouteLoaderData<typeof loader>('root')?.settings;
  const { mobile, campaign_id } = useSession();
  const entries = useGiftCards((state) => state.entries);
  const cards = cardRows(listGiftCards(entries));
  const lines = lineRows(cart, products);
  const shipping = useShipping(cart);
  const submit = useSubmit();
  const payment = usePaymentChoice(savedCards[0]?.id, submit.forgetCardError);
  const { removeOne } = useRemoval(cards.length + lines.length, submit.busy);
  useEffect(() => prepareHumanToken('checkout'), []);
  if (!settings) return null;

  const empty = cards.length + lines.length === 0;
  const shippingCents = lines.length === 0 ? 0 : shipping.cents;
  const total = totalCents(cards, lines);
  const toPay = shippingCents === null ? null : total + shippingCents;
  const charged = priceText((toPay ?? total) / 100, CHARGED);

  const confirm = () => {
    const { choice, entry } = payment;
    submit.confirm({
      cards: cards.map(({ key, ...card }) => [key, card] as const),
      lines,
      address: shipping.selected,
      payment:
        choice !== NEW_CARD
          ? { kind: 'saved', id: choice }
          : entry.current && { kind: 'new', create: entry.current.createPaymentMethod },
      confirmWithBank: (clientSecret) => runChallenge(settings, { clientSecret, amount: charged }),
      purchaserMobile: mobile,
      sellerId: seller ? String(seller.id) : '',
      campaignId: campaign_id,
      cancelTimer,
      hold: (owed) => holdLines(mobile, owed),
    });
  };
  return (
    <div className="flex grow flex-col gap-8 md:grid md:grid-cols-[minmax(0,1fr)_20rem] md:grid-rows-[auto_1fr] md:gap-y-0 lg:grid-cols-[minmax(0,1fr)_25rem] lg:gap-x-12">
      <div className="md:sticky md:top-20 md:col-start-2 md:row-span-2 md:row-start-1 md:self-start">
        {empty ? (
          <CartEmpty />
        ) : (
          <SummaryList
            cards={cards}
            lines={lines}
            totalCents={total}
            shippingCents={shippingCents}
            refused={submit.refused}
            busy={submit.busy}
            onRemoveCard={(card) => removeOne(() => removeCardRow(card))}
            onRemoveLine={(line) => removeOne(() => removeLineRow(line, mobile))}
          />
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-8 md:col-start-1 md:row-start-1">
        <ShippingSection shipping={shipping} asked={submit.addressAsked} busy={submit.busy} />
        <PaymentSection
          savedCards={savedCards}
          choice={payment.choice}
          onChoice={payment.choose}
          entryOpened={payment.entryOpened}
          entry={payment.entry}
          settings={settings}
          holder={{ name: cart.customer.fullname, email: cart.customer.email, phone: cart.customer.mobile }}
          amountCents={toPay ?? total}
          error={submit.cardError}
          busy={submit.busy}
        />
      </div>
      <ConfirmBar
        cents={toPay}
        blocked={blockedBy({ empty, complete: cards.every(isComplete) })}
        busy={submit.busy}
        onConfirm={confirm}
      />
      <SandboxBank />
    </div>
  );
}

/** ST-085: the first saved card to begin with; without one, card entry is open at once (OQ-125). */
function usePaymentChoice(first: string | undefined, onChange: () => void) {
  const entry = useRef<CardEntryHandle>(null);
  const [choice, setChoice] = useState(first ?? NEW_CARD);
  const [entryOpened, setEntryOpened] = useState(first === undefined);
  function choose(next: string) {
    onChange();
    setChoice(next);
    if (next === NEW_CARD) setEntryOpened(true);
  }
  return { entry, choice, choose, entryOpened };
}

/** Removing the last thing goes to /browse (CT, OQ-079). */
function useRemoval(count: number, busy: boolean) {
  const navigate = useNavigate();
  const [removing, setRemoving] = useState(false);
  async function run(remove: () => Promise<void>) {
    setRemoving(true);
    try {
      await remove();
      announce('Removed');
      if (count === 1) await navigate('/browse');
    } catch (error) {
      showProblem(error);
    }
    setRemoving(false);
  }
  function removeOne(remove: () => Promise<void>) {
    if (!removing && !busy) void run(remove);
  }
  return { removeOne };
}

function blockedBy({ empty, complete }: { empty: boolean; complete: boolean }): string | null {
  if (empty) return 'Cart is empty';
  return complete ? null : 'Complete every gift card first';
}

function CartEmpty() {
  return (
    <div className="rounded-card border border-line bg-surface">
      <EmptyState picture={<Icon name="cart" className="size-16" />} title="Cart is empty">
        <LinkButton to="/browse" look="plain">
          Browse
        </LinkButton>
      </EmptyState>
    </div>
  );
}
