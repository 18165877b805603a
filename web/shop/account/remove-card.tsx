import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { SavedCard } from '#contract/checkout.ts';
import { api } from '../../api/client.ts';
import { showProblem } from '../../api/problems.ts';
import { savedCardsQuery } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { announce } from '../../state/announcements.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet, SheetTitle } from '../../ui/sheet.tsx';
import { SavedCardTile } from './saved-card-tile.tsx';

type RemoveCardProps = { card: SavedCard; onClose: () => void };

/** Asks before a saved card is forgotten here and at the payment provider, because no call brings it back (decision 027). */
export function RemoveCard({ card, onClose }: RemoveCardProps) {
  const [busy, setBusy] = useState(false);
  async function remove() {
    setBusy(true);
    try {
      // Status false: there is no such card any more, removed in another window perhaps. That is what was wanted.
      await api('POST mobiledigital/deletesavedcard', { body: { payment_method: card.id } });
      onClose();
      // A fetch that began before must not bring the card back.
      await queryClient().cancelQueries({ queryKey: savedCardsQuery.queryKey });
      queryClient().setQueryData(savedCardsQuery.queryKey, (cards) => cards?.filter(({ id }) => id !== card.id));
      announce(t`Card removed`);
    } catch (error) {
      onClose();
      showProblem(error);
    }
  }
  return (
    <Sheet onClose={onClose}>
      <SheetTitle>
        <Trans>Remove this card?</Trans>
      </SheetTitle>
      <div className="mt-4">
        <SavedCardTile card={card} />
      </div>
      <p className="mt-4 text-15 text-muted">
        <Trans>
          This cannot be undone. To use the card again, enter it at checkout. What you have paid with it stays paid.
        </Trans>
      </p>
      <div className="mt-5 flex flex-col gap-3">
        <Button look="danger" wide busy={busy} onClick={() => void remove()}>
          <Trans>Remove</Trans>
        </Button>
        <Button look="plain" wide data-autofocus busy={busy} onClick={onClose}>
          <Trans>Keep it</Trans>
        </Button>
      </div>
    </Sheet>
  );
}
