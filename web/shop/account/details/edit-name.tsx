import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { fullnameError, splitFullname } from '#contract/rules/customer/address.ts';
import { TextField } from '#web/ui/form/text-field.tsx';
import { DetailForm } from './detail-row.tsx';
import { useSaveDetail } from './use-save-detail.ts';

export function EditName({ fullname, close }: { fullname: string; close: () => void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(fullname);
  const { error, busy, clear, save } = useSaveDetail(close, t`Name saved`);
  return (
    <DetailForm
      label={t`Change name`}
      busy={busy}
      error={error}
      onCancel={close}
      onSave={() =>
        save(() => {
          const wrong = fullnameError(typed);
          const name = splitFullname(typed);
          return wrong || !name ? { error: wrong ?? 'fullname_required' } : { changes: name };
        })
      }
    >
      <TextField
        label={t`Fullname`}
        name="fullname"
        autoComplete="name"
        autoCapitalize="words"
        autoFocus
        value={typed}
        error={error}
        hint={t`Your first name appears on gift cards you send from now on.`}
        onValue={(value) => {
          setTyped(value);
          clear();
        }}
      />
    </DetailForm>
  );
}
