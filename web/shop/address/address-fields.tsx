import { useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { NO_STATE } from '#contract/rules/customer/address.ts';
import { AUSTRALIAN_STATES } from '#contract/rules/customer/regions.ts';
import type { Place } from '#contract/shop.ts';
import { type Option, Select } from '#web/ui/form/select.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { MobileField } from './mobile-field.tsx';
import { PlaceSearch } from './place-search.tsx';
import type { AddressState } from './use-address-form.ts';

type Props = { address: AddressState };

export function AddressFields({ address }: Props) {
  return (
    <div className="space-y-5">
      <div className="grid gap-x-3 gap-y-5 sm:grid-cols-2">
        <FullnameField address={address} />
        <Mobile address={address} />
      </div>
      <PlaceFields address={address} />
    </div>
  );
}

export function FullnameField({ address: { form, errors, set } }: Props) {
  const { t } = useLingui();
  return (
    <TextField
      label={t`Fullname`}
      name="fullname"
      autoComplete="name"
      autoCapitalize="words"
      value={form.fullname}
      error={errors.fullname}
      onValue={(value) => set('fullname', value)}
    />
  );
}

function Mobile({ address: { form, errors, set } }: Props) {
  const { t } = useLingui();
  return (
    <MobileField
      label={t`Mobile`}
      name="mobile"
      autoComplete="tel"
      value={form.mobile}
      error={errors.mobile}
      onValue={(value) => set('mobile', value)}
    />
  );
}

export function PlaceFields({ address }: Props) {
  const details = useRef<HTMLDivElement>(null);
  const focusStreet = () =>
    requestAnimationFrame(() => details.current?.querySelector<HTMLInputElement>('[name=street]')?.focus());
  function pick(place: Place) {
    address.pick(place);
    if (place.street === '' && address.form.street === '') focusStreet();
  }
  function typeByHand(typed: string) {
    address.typeByHand(typed);
    focusStreet();
  }
  return (
    <div className="space-y-5">
      <PlaceSearch onPick={pick} onTypeByHand={address.detailed ? undefined : typeByHand} />
      {address.detailed && (
        <div ref={details} className="grid animate-appear grid-cols-6 gap-x-3 gap-y-5">
          <Details address={address} />
        </div>
      )}
    </div>
  );
}

function Details({ address: { form, errors, set } }: Props) {
  const { t } = useLingui();
  const states: Option[] = [
    { value: NO_STATE, label: t`Enter State` },
    ...AUSTRALIAN_STATES.map(({ name }) => ({ value: name, label: name })),
  ];
  const countries: Option[] = [{ value: 'AU', label: t`Australia` }];
  return (
    <>
      <TextField
        className="col-span-6"
        label={t`Street address`}
        name="street"
        autoComplete="address-line1"
        value={form.street}
        error={errors.street}
        onValue={(value) => set('street', value)}
      />
      <TextField
        className="col-span-6"
        label={t`Suburb`}
        name="suburb"
        autoComplete="address-level2"
        value={form.suburb}
        error={errors.suburb}
        onValue={(value) => set('suburb', value)}
      />
      <Select
        className="col-span-6 sm:col-span-4"
        label={t`State`}
        name="state"
        autoComplete="address-level1"
        options={states}
        value={form.state}
        error={errors.state}
        onValue={(value) => set('state', value)}
      />
      <TextField
        className="col-span-3 sm:col-span-2"
        label={t`Postcode`}
        name="postcode"
        inputMode="numeric"
        autoComplete="postal-code"
        value={form.postcode}
        error={errors.postcode}
        onValue={(value) => set('postcode', value)}
      />
      <Select
        className="col-span-3 sm:col-span-6"
        label={t`Country`}
        name="country"
        autoComplete="country"
        options={countries}
        value={form.country}
        error={errors.country}
        onValue={(value) => set('country', value)}
      />
    </>
  );
}
