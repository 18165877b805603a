import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Sheet, SheetTitle } from '#web/ui/sheet/sheet.tsx';
import { showError } from '../../errors/show-error.ts';

type RemoveQuestionProps = {
  title: ReactNode;
  children: ReactNode;
  /** Resolves after the removal, with a callback to run after the sheet closes. Throws an ApiError. */
  remove: () => Promise<() => Promise<void>>;
  onClose: () => void;
};

/** Focuses 'Keep it'. The customer cannot cancel once the call is sent. */
export function RemoveQuestion({ title, children, remove, onClose }: RemoveQuestionProps) {
  const [busy, setBusy] = useState(false);
  async function confirm() {
    setBusy(true);
    try {
      const after = await remove();
      onClose();
      await after();
    } catch (error) {
      onClose();
      showError(error);
    }
  }
  return (
    <Sheet onClose={onClose}>
      <SheetTitle>{title}</SheetTitle>
      {children}
      <div className="mt-5 flex flex-col gap-3">
        <Button variant="danger" wide busy={busy} onClick={() => void confirm()}>
          <Trans>Remove</Trans>
        </Button>
        <Button variant="plain" wide data-autofocus busy={busy} onClick={onClose}>
          <Trans>Keep it</Trans>
        </Button>
      </div>
    </Sheet>
  );
}
