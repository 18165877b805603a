import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { toE164 } from '#contract/rules/customer/mobile.ts';
import type { Recipient } from '#contract/rules/gift-card/recipient.ts';
import { PICTURE_TEXT_LIMIT, TEXT_LIMIT } from '#contract/rules/limits.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/form/text-field.tsx';
import { MobileField } from '../../address/mobile-field.tsx';
import { WordIdeas } from './word-ideas.tsx';

type RecipientFieldsProps = {
  typed: Recipient;
  toMe: boolean;
  /** Name of the person who already gets the card on this number, or ''. */
  inCart: string;
  errors: Partial<Record<string, string>>;
  onChange: (part: Partial<Recipient>) => void;
};

const panel = 'lg:rounded-card lg:border lg:border-line lg:bg-surface lg:p-6';
const panelTitle = 'text-20 max-lg:sr-only lg:mb-4';

/**
 * Accessible names mark the fields as the recipient's. There is no autofill, because the browser knows the customer,
 * not the recipient.
 */
export function RecipientFields({ typed, toMe, inCart, errors, onChange }: RecipientFieldsProps) {
  const { t } = useLingui();
  const id = useId();
  const part = (field: keyof Recipient) => ({
    name: field,
    value: typed[field],
    error: errors[field] || undefined,
    autoComplete: 'off',
    onValue: (text: string) => onChange({ [field]: text }),
  });
  const mobileHint = useMobileHint({ mobile: typed.recipient_mobile, toMe, inCart });
  const hasWords = typed.recipient_message.trim() !== '' && typed.text_content === '';
  const names = { autoCapitalize: 'words', spellCheck: false, enterKeyHint: 'next' } as const;
  return (
    <>
      <section aria-labelledby={`${id}-who`} className={panel}>
        <h2 id={`${id}-who`} className={panelTitle}>
          <Trans>Your friend</Trans>
        </h2>
        <div className="grid grid-cols-2 gap-x-3 gap-y-5 lg:grid-cols-[1fr_1fr_1.25fr]">
          <TextField
            label={t`Firstname`}
            aria-label={t`Recipient's firstname`}
            {...names}
            {...part('recipient_firstname')}
          />
          <TextField
            label={t`Lastname`}
            aria-label={t`Recipient's lastname`}
            {...names}
            {...part('recipient_lastname')}
          />
          <MobileField
            label={t`Mobile`}
            aria-label={t`Recipient's mobile`}
            className="col-span-2 lg:col-span-1"
            enterKeyHint="next"
            {...part('recipient_mobile')}
            hint={mobileHint}
          />
        </div>
      </section>
      <section aria-labelledby={`${id}-words`} className={panel}>
        <h2 id={`${id}-words`} className={panelTitle}>
          <Trans>Your words</Trans>
        </h2>
        <WordIdeas typed={typed} onChange={onChange} />
        <div className="grid gap-5 lg:grid-cols-[5fr_6fr] lg:gap-3 lg:[&_textarea]:min-h-32">
          <TextArea
            label={t`Image message`}
            aria-label={t`Image message to the recipient`}
            rows={2}
            limit={PICTURE_TEXT_LIMIT}
            {...part('recipient_message')}
            hint={t`Set large on the picture they receive.`}
          />
          <TextArea
            label={t`Text message`}
            aria-label={t`Text message to the recipient`}
            rows={3}
            limit={TEXT_LIMIT}
            {...part('text_content')}
            hint={t`Arrives below the picture, with the link to their card.`}
          />
          {hasWords && (
            <Button
              variant="quiet"
              className="-mt-3 -ml-3 justify-self-start px-3! text-15! lg:col-start-2 lg:mt-0"
              onClick={() => onChange({ text_content: typed.recipient_message })}
            >
              <Trans>Use the same words</Trans>
            </Button>
          )}
        </div>
      </section>
    </>
  );
}

type MobileHintProps = Pick<RecipientFieldsProps, 'toMe' | 'inCart'> & { mobile: string };

/** Returns only hints, because the server validates numbers at checkout. */
function useMobileHint({ mobile, toMe, inCart: name }: MobileHintProps): string {
  const { t } = useLingui();
  const odd = (mobile.length >= 10 || /[^+\d]/.test(mobile)) && toE164(mobile) === null;
  if (odd) return t`Is this right? Mobiles look like 0412 345 678.`;
  if (name) return t`${name} is already in your cart with this number and would get two cards.`;
  return toMe
    ? t`The gift comes to you. Once you have paid, you can print it from your order.`
    : t`Their gift arrives on this number.`;
}
