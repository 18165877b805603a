import { Trans } from '@lingui/react/macro';
import type { Order, OrderItem } from '#contract/account.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { useSession } from '../../session/session.ts';

type PrintLinkProps = { card: NonNullable<OrderItem['gift_card']>; order: Pick<Order, 'id'>; className?: string };

export function PrintLink({ card, order, className = '' }: PrintLinkProps) {
  if (!card.can_print) return null;
  return (
    <LinkButton
      to={`/account/order/${order.id}/print/${card.gift_card_details_id}`}
      variant="quiet"
      className={`px-3! text-15! ${className}`}
    >
      <Icon name="print" className="size-5" />
      <Trans>Print the card</Trans>
      <span className="sr-only">{card.recipient_name}</span>
    </LinkButton>
  );
}

export function PrintLater({ card }: Pick<PrintLinkProps, 'card'>) {
  const mobile = useSession((session) => session.mobile);
  if (card.state !== 'waiting' || card.recipient_mobile !== mobile) return null;
  return (
    <p className="mt-2 text-13 text-muted">
      <Trans>To hand it over yourself you can print it once your order has been checked.</Trans>
    </p>
  );
}
