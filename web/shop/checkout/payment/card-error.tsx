import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Icon } from '#web/ui/icons.tsx';

const ID = 'card-error';

export type CardError = { heading: string; detail?: string };

/** The empty box stays, because screen readers announce only changes to an existing element. */
export function CardErrorText({ error }: { error: CardError | null }) {
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
            <p className="font-semibold text-bad">{error.heading}</p>
            {error.detail && <p className="mt-0.5">{error.detail}</p>}
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

export function cardErrorParts(wrong: boolean, hint?: string): { 'aria-invalid'?: true; 'aria-describedby'?: string } {
  const describedBy = [wrong ? ID : '', hint ?? ''].filter(Boolean).join(' ');
  return { ...(wrong ? { 'aria-invalid': true } : {}), ...(describedBy ? { 'aria-describedby': describedBy } : {}) };
}
