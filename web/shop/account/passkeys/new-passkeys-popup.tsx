import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { dateFormat } from '#contract/rules/formats.ts';
import type { Passkey } from '#contract/shapes/passkey.ts';
import { Translated } from '#web/shared/languages/translated.tsx';
import { Button } from '#web/ui/button.tsx';
import { SheetTitle } from '#web/ui/sheet/sheet.tsx';
import { showError } from '../../errors/show-error.ts';
import { openPopup, type PopupProps } from '../../state/popups.ts';
import { deviceNames } from './passkey-words.ts';
import { removePasskey } from './remove-passkey.ts';

/**
 * Asks whether the customer added these passkeys, because someone with brief access to the number may have added them.
 */
export function NewPasskeysPopup({ popup, close }: PopupProps<'new-passkeys'>) {
  const { t } = useLingui();
  const open = popup.passkeys;
  function answered(passkey: Passkey) {
    const rest = open.filter(({ id }) => id !== passkey.id);
    if (rest.length === 0) close();
    else openPopup({ kind: 'new-passkeys', passkeys: rest });
  }
  return (
    <>
      <SheetTitle>{t`Was this you?`}</SheetTitle>
      <p className="mt-3 text-17 text-muted">
        <Trans>Added to your account within the last day. A passkey signs in without a code.</Trans>
      </p>
      {open.map((passkey) => (
        <Question key={passkey.id} passkey={passkey} onAnswer={() => answered(passkey)} />
      ))}
    </>
  );
}

function Question({ passkey, onAnswer }: { passkey: Passkey; onAnswer: () => void }) {
  const { i18n } = useLingui();
  const [busy, setBusy] = useState(false);
  const time = dateFormat(i18n.locale, { dateStyle: 'medium', timeStyle: 'short' });
  const createdAt = time.format(new Date(passkey.created_at));
  async function remove() {
    setBusy(true);
    try {
      const show = await removePasskey(passkey);
      onAnswer();
      await show();
    } catch (error) {
      showError(error);
    }
    setBusy(false);
  }
  return (
    <fieldset disabled={busy} className="mt-5 min-w-0 border-t border-line pt-4">
      <legend className="float-left w-full text-17 font-semibold">
        <Translated message={deviceNames[passkey.device]} />
      </legend>
      <p className="clear-left text-15 text-muted">
        <Trans>Added {createdAt}</Trans>
      </p>
      <div className="mt-3 grid grid-cols-2 gap-3">
        <Button variant="plain" onClick={onAnswer}>
          <Trans>Yes</Trans>
        </Button>
        <Button busy={busy} onClick={() => void remove()}>
          <Trans>No, remove it</Trans>
        </Button>
      </div>
    </fieldset>
  );
}
