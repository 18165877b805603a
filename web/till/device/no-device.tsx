import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { Centred } from './centred.tsx';
import { extractLinkCode } from './device.ts';

export function NoDevice({ ended, onCode }: { ended: boolean; onCode: (code: string) => void }) {
  const { t } = useLingui();
  const [link, setLink] = useState('');
  function go(event: FormEvent) {
    event.preventDefault();
    const code = extractLinkCode(link);
    if (code !== '') onCode(code);
  }
  return (
    <Centred
      icon={ended ? 'alert' : 'phone'}
      title={ended ? t`This till has been switched off` : t`This device isn’t set up as a till`}
    >
      <p className="text-17 text-muted" role={ended ? 'alert' : undefined}>
        {ended ? (
          <Trans>The seller has switched this till off. Ask for a new link to use it again.</Trans>
        ) : (
          <Trans>Ask for a link for this till and open it here. It works once, within 24 hours.</Trans>
        )}
      </p>
      <form onSubmit={go} className="flex flex-col gap-3">
        <TextField
          label={t`Or paste the link here`}
          name="till-link"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={link}
          onValue={setLink}
        />
        <Button type="submit" variant="plain" wide>
          <Trans>Continue</Trans>
        </Button>
      </form>
    </Centred>
  );
}
