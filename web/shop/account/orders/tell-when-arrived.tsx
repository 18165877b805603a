import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Checkbox } from '#web/ui/form/choice.tsx';
import { api } from '../../calls/api.ts';
import { showError } from '../../errors/show-error.ts';
import { refreshOrders } from '../../queries/orders.ts';
import { withCode } from '../../sign-in/proof/with-code.ts';
import type { GiftCardLine } from './progress/order-status.ts';

export function TellWhenArrived({ card }: { card: GiftCardLine }) {
  /** The customer's choice, shown optimistically while the call is pending. */
  const [isAsked, setAsked] = useState<boolean | null>(null);
  if (card.opened_at || (card.state !== 'queued' && card.state !== 'sent')) return null;
  async function ask(tell: boolean): Promise<void> {
    setAsked(tell);
    try {
      const { gift_card_details_id } = card;
      const body = { gift_card_details_id, tell };
      await withCode(() => api('POST mobiledigital/tellwhengiftcardarrives', { body }));
      await refreshOrders();
    } catch (error) {
      showError(error);
    } finally {
      setAsked(null);
    }
  }
  return (
    <Checkbox
      className="mt-1"
      checked={isAsked ?? card.tell_delivered}
      disabled={isAsked !== null}
      onValue={(tell) => void ask(tell)}
    >
      <span className="text-15">
        <Trans>Text me when it has arrived</Trans> <span className="sr-only">{card.recipient_name}</span>
      </span>
    </Checkbox>
  );
}
