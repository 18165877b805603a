import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { PICTURE_TEXT_LIMIT } from '#contract/rules/limits.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/form/text-field.tsx';
import { Icon } from '#web/ui/icons.tsx';

type PictureTextFormProps = { message: string; error: string | undefined; onMessage: (message: string) => void };

export function PictureTextForm({ message, error, onMessage }: PictureTextFormProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  if (error !== undefined && !open) setOpen(true);
  if (!open)
    return (
      <Button variant="quiet" className="-ml-5 self-start" onClick={() => setOpen(true)}>
        <Icon name="edit" className="size-5" />
        <Trans>Change the words</Trans>
      </Button>
    );
  return (
    <TextArea
      label={t`Image message`}
      aria-label={t`Image message to the recipient`}
      name="recipient_message"
      rows={1}
      autoComplete="off"
      autoFocus
      limit={PICTURE_TEXT_LIMIT}
      value={message}
      error={error}
      onValue={onMessage}
      className="mt-3 max-w-xl"
    />
  );
}
