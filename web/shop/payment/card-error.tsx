import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { say } from '../../languages/say.ts';
import { Icon } from '../../ui/icons.tsx';

const ID = 'card-error';

/** ST-088, VA-31: no card is chosen, and card entry is empty. */
export const NO_CARD = 'Please enter a Card for Payment';

/** The provider refused without a word. */
export const CARD_NOT_READ = 'Your card could not be read. Please try again, or use another card.';

/** `heading` says what happened, `detail` is the provider's message as it was returned (VA-30). */
export type CardError = { heading: string; detail?: string };

/** What is wrong with the card, under it (ST-087, ER-17). Read out at once; its box stays so that readers notice. */
export function CardErrorText({ error }: { error: CardError | null }) {
  const { i18n } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) box.current?.scrollIntoView({ block: 'center' });
  }, [error]);
  return (
    <div ref={box} id={ID} role="alert" data-card-error={error ? '' : undefined}>
      {error && (
        <div className="mt-3 flex animate-appear gap-3 rounded-card border border-bad bg-surface p-4 text-15">
          <Icon name="alert" className="text-bad" />
          <div className="min-w-0">
            <p className="font-semibold text-bad">{say(i18n, error.heading)}</p>
            {error.detail && <p className="mt-0.5">{say(i18n, error.detail)}</p>}
            {error.detail && (
              <p className="mt-0.5 text-muted">
                <Trans>You can try again, or use another card.</Trans>
              </p>
            )}
          </div>
        </div>
      )}
    </div>
  );
}

/** For the field the error is about. */
export function cardErrorParts(wrong: boolean): { 'aria-invalid'?: true; 'aria-describedby'?: string } {
  return wrong ? { 'aria-invalid': true, 'aria-describedby': ID } : {};
}
