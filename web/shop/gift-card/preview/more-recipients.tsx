import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { MAX_PEOPLE } from '#contract/rules/limits.ts';
import { priceText, toCents, toDollars } from '#contract/rules/money/money.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { MobileField } from '../../address/mobile-field.tsx';
import { useCurrencyView } from '../../session/session.ts';
import type { Person } from '../../state/gift-card-drafts.ts';
import type { FlowCard } from '../flow/flow-card.ts';
import { FromFile } from '../from-file/from-file.tsx';
import { PickContact } from '../recipient/pick-contact.tsx';
import { isNobody, mentionsRecipient } from '../recipient/recipients.ts';
import { findPersonByNumber, fullName, listCardRecipients, useSameCards } from '../recipient/same-cards.ts';
import { InCartAlready } from './in-cart-already.tsx';
import type { MorePeopleState } from './use-more-recipients.ts';

type MoreRecipientsProps = { card: FlowCard; moreRecipients: MorePeopleState };

export function MoreRecipients({ card, moreRecipients }: MoreRecipientsProps) {
  const { t } = useLingui();
  const title = useId();
  const view = useCurrencyView();
  const { people, room, others } = moreRecipients;
  const typed = people.filter((person) => !isNobody(person));
  const inCart = useSameCards(card.detailsId);
  const inCartPeople = listCardRecipients(inCart);
  const count = typed.length + others.length + inCartPeople.length + 1;
  const total = priceText(toDollars(toCents(card.price) * count), view);
  const each = priceText(card.price, view);
  return (
    <section aria-labelledby={title} className="rounded-card border border-line bg-surface p-4">
      <h2 id={title} className="text-20">
        <Trans>Send the same card to more people</Trans>
      </h2>
      <p className="mt-1 text-15 text-muted">
        <Trans>Same words, wrapping and time. Each card is {each}.</Trans>
      </p>
      <InCartAlready cards={inCart} />
      {people.length + others.length > 0 && <NamedInWords card={card} />}
      <div ref={moreRecipients.list} className="mt-3 space-y-4 empty:hidden">
        {people.map((person, index) => (
          <PersonFields
            // biome-ignore lint/suspicious/noArrayIndexKey: people have no other identity while they are typed.
            key={index}
            number={index + 2}
            person={person}
            errors={moreRecipients.errors[index] ?? {}}
            repeated={moreRecipients.repeated[index] ?? -1}
            inCart={findPersonByNumber(inCartPeople, person.recipient_mobile)}
            onChange={(part) => moreRecipients.edit(index, part)}
            onRemove={() => moreRecipients.remove(index)}
          />
        ))}
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        {room > 0 && (
          <>
            <Button variant="plain" onClick={() => moreRecipients.add()}>
              <Icon name="plus" className="size-5" />
              {people.length === 0 ? t`Add a person` : t`Add another person`}
            </Button>
            <PickContact multiple onPicked={(picked) => picked.length > 0 && moreRecipients.add(picked)} />
          </>
        )}
        {people.length >= MAX_PEOPLE - 1 && (
          <p className="text-15 text-muted">
            <Trans>That’s {MAX_PEOPLE} people, the most you can send to at once.</Trans>
          </p>
        )}
        <p role="status" className="ml-auto text-15 font-semibold tabular">
          {count > 1 && t({ message: plural(count, { one: `# card, ${total}`, other: `# cards, ${total}` }) })}
        </p>
      </div>
      <FromFile cardKey={card.detailsId} chosen={[card.recipient, ...typed]} others={others} />
    </section>
  );
}

function NamedInWords({ card: { recipient } }: { card: FlowCard }) {
  if (!mentionsRecipient(recipient)) return null;
  const name = recipient.recipient_firstname.trim();
  return (
    <div className="mt-3">
      <Notice tone="warn">
        <Trans>Your message mentions {name}. Everyone will see it.</Trans>
      </Notice>
    </div>
  );
}

type PersonFieldsProps = {
  number: number;
  person: Person;
  errors: Partial<Record<keyof Person, string>>;
  repeated: number;
  inCart: Person | undefined;
  onChange: (part: Partial<Person>) => void;
  onRemove: () => void;
};

function PersonFields({ number, person, errors, repeated, inCart, onChange, onRemove }: PersonFieldsProps) {
  const { t } = useLingui();
  const part = (field: keyof Person) => ({
    value: person[field],
    error: errors[field] || undefined,
    autoComplete: 'off',
    onValue: (text: string) => onChange({ [field]: text }),
  });
  const names = { autoCapitalize: 'words', spellCheck: false, enterKeyHint: 'next' } as const;
  return (
    <fieldset className="min-w-0 border-t border-line pt-2">
      <legend className="sr-only">
        <Trans>Person {number}</Trans>
      </legend>
      <div className="flex items-center justify-between">
        <p aria-hidden="true" className="text-15 font-semibold">
          <Trans>Person {number}</Trans>
        </p>
        <IconButton label={t`Remove person ${number}`} onClick={onRemove} className="-mr-3">
          <Icon name="bin" className="size-5" />
        </IconButton>
      </div>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label={t`Firstname`}
          aria-label={t`Firstname of person ${number}`}
          {...names}
          {...part('recipient_firstname')}
        />
        <TextField
          label={t`Lastname`}
          aria-label={t`Lastname of person ${number}`}
          {...names}
          {...part('recipient_lastname')}
        />
      </div>
      <MobileField
        label={t`Mobile`}
        aria-label={t`Mobile of person ${number}`}
        className="mt-3"
        {...part('recipient_mobile')}
        {...(repeated >= 0 || inCart ? { hint: <TwoCards repeated={repeated} inCart={inCart} /> } : {})}
      />
    </fieldset>
  );
}

/** Only warns, because two cards to one phone may be intended. */
function TwoCards({ repeated, inCart }: Pick<PersonFieldsProps, 'repeated' | 'inCart'>) {
  const earlier = repeated + 1;
  const name = inCart && fullName(inCart);
  return (
    <span className="flex items-center gap-1.5 font-semibold text-warn">
      <Icon name="alert" className="size-5 shrink-0" />
      {repeated >= 0 ? (
        <Trans>Person {earlier} has this number too and would get two cards.</Trans>
      ) : name ? (
        <Trans>{name} is already in your cart with this number and would get two cards.</Trans>
      ) : (
        <Trans>This number gets the card already.</Trans>
      )}
    </span>
  );
}
