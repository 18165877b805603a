import type { ReactNode } from 'react';
import { brand } from '../../brand/brand.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { MembersOnly } from '../shell/guards.tsx';
import { canChange, type FlowCard, type Step } from './flow-card.ts';
import { StepTrail } from './step-trail.tsx';
import { useFlowCard } from './use-flow-card.ts';

type FlowScreenProps = { step: Step; title: string; lead?: string; children: (card: FlowCard) => ReactNode };

/** The frame of every step: members only (OQ-104), the card of the address, the trail of steps, the title. */
export function FlowScreen(props: FlowScreenProps) {
  return (
    <MembersOnly waiting={<Waiting />} askToSignIn>
      <title>{`${props.title} | ${brand.title}`}</title>
      <WithCard {...props} />
    </MembersOnly>
  );
}

function WithCard({ step, title, lead, children }: FlowScreenProps) {
  const card = useFlowCard();
  if (card === undefined) return <Waiting />;
  if (card === null) return <NoCard />;
  if (card === 'failed') return <NotLoaded />;
  if (!canChange(card.state)) return <OnItsWay state={card.state} />;
  return (
    <div className="page flex max-w-[64rem] grow flex-col">
      <StepTrail card={card} current={step} />
      <h1 className="mt-5 text-25 sm:text-32">{title}</h1>
      {lead && <p className="mt-1 text-17 text-muted">{lead}</p>}
      {children(card)}
    </div>
  );
}

function NoCard() {
  return (
    <EmptyState
      heading="h1"
      picture={<Icon name="gift" className="size-16" />}
      title="This gift card is not here any more"
      text="It may have been bought already, or it was begun on another phone."
    >
      <LinkButton to="/browse">Choose a gift card</LinkButton>
      <LinkButton to="/account/orders" look="plain">
        Your Orders
      </LinkButton>
    </EmptyState>
  );
}

const ended = {
  gone: {
    title: 'This gift card has already gone out',
    text: 'Its words are with your friend now and cannot be changed.',
  },
  failed: { title: 'This gift card did not arrive', text: 'Its order says what happened and what you can do.' },
  void: { title: 'This gift card is no longer valid', text: 'Its order was refused or refunded.' },
};

function OnItsWay({ state }: { state: FlowCard['state'] }) {
  const { title, text } = ended[state === 'failed' || state === 'void' ? state : 'gone'];
  return (
    <EmptyState heading="h1" picture={<Icon name="gift" className="size-16" />} title={title} text={text}>
      <LinkButton to="/account/orders">Your Orders</LinkButton>
    </EmptyState>
  );
}

function NotLoaded() {
  return (
    <EmptyState heading="h1" picture={<Icon name="offline" className="size-16" />} title="This did not load">
      <Button onClick={() => globalThis.location.reload()}>Try again</Button>
    </EmptyState>
  );
}

function Waiting() {
  return (
    <div aria-busy="true" className="page max-w-[64rem] space-y-5 pt-6">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-10 w-full max-w-xl" />
      <Skeleton className="h-9 w-4/5 max-w-md" />
      <Skeleton className="h-48 w-36 rounded-card" />
      <Skeleton className="h-12 w-full max-w-xl" />
      <Skeleton className="h-12 w-full max-w-xl" />
    </div>
  );
}
