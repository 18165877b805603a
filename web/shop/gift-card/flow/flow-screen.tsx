import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect } from 'react';
import { useParams } from 'react-router';
import { brand } from '#web/shared/brand/brand.ts';
import { Illustration } from '#web/shared/brand/illustration.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Feed } from '../../browse/feed/feed.ts';
import { EmptyBanner } from '../../browse/tiles/empty-banner.tsx';
import { usePlacedOrder } from '../../checkout/placed/placed-order.ts';
import { NotLoaded } from '../../errors/not-loaded.tsx';
import { lazyComponent } from '../../popups/lazy-component.tsx';
import { CustomersOnly } from '../../session/guards.tsx';
import type { FlowCard, Step } from './flow-card.ts';
import { StepTrail } from './step-trail.tsx';
import { useFlowCard } from './use-flow-card.ts';

type FlowScreenProps = {
  step: Step;
  title: MessageDescriptor;
  lead?: MessageDescriptor;
  children: (card: FlowCard) => ReactNode;
};

/**
 * Wide screens show the phone preview on the right. Full height keeps the footer still when a step replaces its
 * skeleton.
 */
const columns =
  'page flex min-h-[calc(100dvh-var(--header-height))] grow flex-col lg:grid lg:grid-cols-[minmax(0,1fr)_21rem] lg:grid-rows-[auto_auto_1fr] lg:gap-x-12';

export function FlowScreen(props: FlowScreenProps) {
  const { i18n } = useLingui();
  return (
    <>
      <title>{`${i18n._(props.title)} | ${brand.title}`}</title>
      <CustomersOnly waiting={<Waiting />}>
        <WithCard {...props} />
      </CustomersOnly>
    </>
  );
}

function WithCard({ step, title, lead, children }: FlowScreenProps) {
  const { i18n } = useLingui();
  const card = useFlowCard();
  if (card === undefined) return <Waiting />;
  if (card === null) return <NoCard />;
  if ('error' in card) return <NotLoaded heading="h1" {...card} elsewhere={false} />;
  if (!card.editable) return <OnItsWay state={card.state} />;
  return (
    <div className={columns}>
      <div>
        <StepTrail card={card} current={step} />
        <h1 className="mt-5 text-25 sm:text-32">{i18n._(title)}</h1>
        {lead && <p className="mt-1 text-17 text-muted">{i18n._(lead)}</p>}
      </div>
      {children(card)}
    </div>
  );
}

function NoCard() {
  const { t } = useLingui();
  const { key, detailsId = key ?? '' } = useParams();
  const placed = usePlacedOrder((state) => state.placed);
  if (placed?.keys.includes(detailsId)) return <Bought number={placed.order.success?.order_id} />;
  return (
    <Instead
      picture="not-found"
      title={t`This gift card is not here any more`}
      text={t`It may have been bought already, or started on another phone.`}
    >
      <LinkButton to="/browse">
        <Trans>Choose a gift card</Trans>
      </LinkButton>
      <LinkButton to="/account/orders" variant="plain">
        <Trans>Your Orders</Trans>
      </LinkButton>
    </Instead>
  );
}

function Bought({ number }: { number: string | undefined }) {
  const { t } = useLingui();
  return (
    <Instead
      picture="empty-orders"
      title={t`You have bought this gift card`}
      text={t`Your order shows what has happened since, and whether you can still change it.`}
    >
      <LinkButton to={number === undefined ? '/account/orders' : `/account/order/${number}`}>
        <Trans>See your order</Trans>
      </LinkButton>
      <LinkButton to="/browse" variant="plain">
        <Trans>Choose another gift card</Trans>
      </LinkButton>
    </Instead>
  );
}

type InsteadProps = { picture: 'not-found' | 'empty-orders'; title: string; text: string; children: ReactNode };

function Instead({ picture, ...bannerProps }: InsteadProps) {
  // Scrolls to the top, because after going back the step's scroll position means nothing on this screen.
  useEffect(() => {
    // Do not return this call's result: in newer browsers it is a promise, which is not a clean-up function.
    globalThis.scrollTo(0, 0);
  }, []);
  return (
    <div className="page pt-6">
      <EmptyBanner heading="h1" picture={<Illustration name={picture} />} {...bannerProps} />
      <MoreTiles feed={giftCards} />
    </div>
  );
}

const MoreTiles = lazyComponent(() => import('../../browse/tiles/other-tiles.tsx').then((file) => file.MoreTiles));
const giftCards: Feed = { kind: 'browse', listQuery: { kind: 'giftcard' } };

const ended = {
  gone: {
    title: msg`This gift card has already gone out`,
    text: msg`Your friend already has it, so it can’t be changed.`,
  },
  failed: { title: msg`This gift card did not arrive`, text: msg`Your order shows what happened and what you can do.` },
  void: { title: msg`This gift card is no longer valid`, text: msg`Its order was refused or refunded.` },
};

function OnItsWay({ state }: { state: FlowCard['state'] }) {
  const { i18n } = useLingui();
  const { title, text } = ended[state === 'failed' || state === 'void' ? state : 'gone'];
  return (
    <Instead picture="empty-orders" title={i18n._(title)} text={i18n._(text)}>
      <LinkButton to="/account/orders">
        <Trans>Your Orders</Trans>
      </LinkButton>
    </Instead>
  );
}

function Waiting() {
  return (
    <div aria-busy="true" className={columns}>
      <div className="space-y-5 pt-6">
        <h1 className="sr-only">
          <Trans>Loading</Trans>
        </h1>
        <Skeleton className="h-10 w-full max-w-xl" />
        <Skeleton className="h-9 w-4/5 max-w-md" />
        <Skeleton className="h-48 w-36 rounded-card lg:hidden" />
        <Skeleton className="h-12 w-full max-w-xl" />
        <Skeleton className="h-12 w-full max-w-xl" />
      </div>
      <Skeleton className="mt-5 hidden rounded-[2.75rem] lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:block lg:h-160" />
    </div>
  );
}
