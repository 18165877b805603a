import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { emailError, isEmail } from '#contract/rules/customer/registration.ts';
import { WEBSITE_ID } from '#contract/rules/limits.ts';
import { TextField } from '#web/ui/form/text-field.tsx';
import { api } from '../../calls/api.ts';
import { DetailForm } from './detail-row.tsx';
import { useSaveDetail } from './use-save-detail.ts';

const isFree = (email: string): Promise<boolean> =>
  api('POST customers/isEmailAvailable', { body: { customerEmail: email, websiteId: WEBSITE_ID } });

export function EditEmail({ email, close }: { email: string; close: () => void }) {
  const { t } = useLingui();
  // A masked email may belong to the number's previous owner, so the field starts empty.
  const [typed, setTyped] = useState(isEmail(email) ? email : '');
  const { error, busy, clear, save } = useSaveDetail(close, t`Email saved`);
  const isSame = (other: string) => other.toLowerCase() === email.toLowerCase();
  return (
    <DetailForm
      label={t`Change email`}
      busy={busy}
      error={error}
      onCancel={close}
      onSave={() =>
        save(async () => {
          const newEmail = typed.trim();
          const wrong = emailError(newEmail);
          if (wrong) return { error: wrong };
          // The availability check is skipped for the customer's own address, which it would report as taken.
          return isSame(newEmail) || (await isFree(newEmail))
            ? { changes: { email: newEmail } }
            : { error: 'email_taken' };
        })
      }
    >
      <TextField
        label={t`Email`}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={typed}
        error={error}
        hint={t`Receipts go there from now on.`}
        onValue={(value) => {
          setTyped(value);
          clear();
        }}
      />
    </DetailForm>
  );
}
