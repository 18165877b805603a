import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import type { SavedCard } from '#contract/checkout.ts';
import type { ShopSettings } from '#contract/shop.ts';
import { RadioCard } from '#web/ui/form/choice.tsx';
import { ChoiceSection, SavedChoices } from '#web/ui/form/choice-section.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { BrandMark } from '../../payment-card/brand-mark.tsx';
import { formatCardExpiry } from '../../payment-card/card-number.ts';
import { readCheckoutChoice } from '../shipping/checkout-choices.ts';
import { CardEntry, type CardEntryHandle, type CardHolder } from './card-entry.tsx';
import { type CardError, CardErrorText } from './card-error.tsx';

type CardChoice = string;
export const NEW_CARD = 'new';

type PaymentSectionProps = {
  savedCards: readonly SavedCard[];
  choice: CardChoice;
  onChoice: (choice: CardChoice) => void;
  /** True once the card form was opened. The form then stays mounted, so that typed digits survive switching cards. */
  entryOpened: boolean;
  entry: Ref<CardEntryHandle>;
  code: ReactNode;
  settings: ShopSettings;
  holder: CardHolder;
  amountCents: number;
  error: CardError | null;
  busy: boolean;
  wallets: ReactNode;
};

export function PaymentSection(props: PaymentSectionProps) {
  const { savedCards, choice, onChoice, entryOpened, busy } = props;
  const { t } = useLingui();
  const isNew = choice === NEW_CARD;
  const form = useRef<HTMLFormElement>(null);
  const wasNew = useRef(isNew);
  const [openAtFirst] = useState(entryOpened);
  useEffect(() => {
    // Focuses the form, because the Add New button is gone, but not if the page opens with the form.
    if (isNew && !wasNew.current) form.current?.querySelector('input')?.focus();
    wasNew.current = isNew;
  }, [isNew]);
  return (
    <ChoiceSection
      title={<Trans>Payment Information</Trans>}
      busy={busy}
      addNew={isNew ? null : { onClick: () => onChoice(NEW_CARD) }}
    >
      {props.wallets}
      <SavedChoices legend={<Trans>Saved cards</Trans>} busy={busy}>
        {savedCards.map((card) => (
          <SavedCardRadio key={card.id} card={card} checked={card.id === choice} onChoice={onChoice} />
        ))}
      </SavedChoices>
      {props.code}
      {entryOpened && (
        <form
          ref={form}
          hidden={!isNew}
          aria-label={t`New card`}
          onSubmit={(event) => event.preventDefault()}
          className="mt-3 animate-appear rounded-card border border-line bg-surface p-4 sm:p-5 md:border-0 md:p-0"
        >
          <fieldset disabled={busy} className="min-w-0">
            <legend className="sr-only">
              <Trans>New card</Trans>
            </legend>
            <CardEntry
              ref={props.entry}
              settings={props.settings}
              holder={props.holder}
              amountCents={props.amountCents}
              focus={!openAtFirst}
            />
          </fieldset>
        </form>
      )}
      <CardErrorText error={props.error} />
      <p className="mt-3 flex gap-2 text-13 text-muted">
        <Icon name="shield" className="size-5" />
        <span>
          <Trans>Your card information will be encrypted securely to enable 1-click checkout.</Trans>
        </span>
      </p>
    </ChoiceSection>
  );
}

export function preselectCard(saved: readonly { id: string }[]): string {
  const keptId = readCheckoutChoice('card');
  const isKnown = keptId === NEW_CARD || saved.some(({ id }) => id === keptId);
  return isKnown ? keptId : (saved[0]?.id ?? NEW_CARD);
}

type SavedCardRadioProps = { card: SavedCard; checked: boolean; onChoice: (choice: CardChoice) => void };

function SavedCardRadio({ card, checked, onChoice }: SavedCardRadioProps) {
  const { last4 } = card;
  const expiry = formatCardExpiry(card);
  return (
    <RadioCard
      name="saved-card"
      value={card.id}
      checked={checked}
      onValue={onChoice}
      aside={<BrandMark brand={card.brand} />}
    >
      <span className="block font-semibold tabular">
        <Trans>
          <span aria-hidden="true">••••</span> <span className="sr-only">ending in</span> {last4}
        </Trans>
      </span>
      <span className="block text-13 text-muted tabular">
        <Trans>exp {expiry}</Trans>
      </span>
    </RadioCard>
  );
}
