import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { toLocalMobile } from '#contract/rules/customer/mobile.ts';
import { Button } from '#web/ui/button.tsx';
import { focusFirstError, focusFirstField } from '#web/ui/form/field.tsx';
import { AddressFields } from '../../address/address-fields.tsx';
import { emptyAddress, type NewAddress } from '../../address/address-values.ts';
import { useAddressSubmit } from '../../address/use-address-submit.ts';
import { useSession } from '../../session/session.ts';

type NewAddressFormProps = {
  draft: string;
  onSave: (address: NewAddress) => Promise<boolean>;
  onSaved: () => void;
  onCancel?: () => void;
  focus: boolean;
  showMessages: boolean;
};

/** Prefills the customer's mobile, the usual contact for a parcel. */
export function NewAddressForm({ draft, onSave, onSaved, onCancel, focus, showMessages }: NewAddressFormProps) {
  const { t } = useLingui();
  const mobile = toLocalMobile(useSession((session) => session.mobile));
  const initial = { ...emptyAddress, mobile };
  const { form, address, busy, submit, giveUp } = useAddressSubmit({ draft, initial, onSave, onSaved });

  useEffect(() => {
    if (focus) focusFirstField(form.current);
  }, [focus, form]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens because of a rejected order.
  useEffect(() => {
    if (!showMessages) return;
    address.check();
    focusFirstError(form.current);
  }, [showMessages]);

  function cancel() {
    giveUp();
    onCancel?.();
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label={t`Add New Address`}
      onSubmit={submit}
      className="mt-4 animate-appear space-y-5 rounded-card border border-line bg-surface p-4 sm:p-5 md:border-0 md:p-0"
    >
      <h3 className="text-17">
        <Trans>Add New Address</Trans>
      </h3>
      <AddressFields address={address} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="plain" busy={busy}>
          <Trans>Save Address</Trans>
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={cancel}>
            <Trans>Cancel</Trans>
          </Button>
        )}
      </div>
    </form>
  );
}
