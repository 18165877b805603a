import { act, renderHook } from '@testing-library/react';
import type { FormEvent } from 'react';
import { expect, it, vi } from 'vitest';
import { home } from '#gallery/fixtures/customer.ts';
import { toAddressForm } from './address-values.ts';
import type { SavedAddress } from './saved-addresses.ts';
import { useAddressSubmit } from './use-address-submit.ts';

const nextScreen = new Promise(() => undefined);
const tap = { preventDefault: () => undefined } as FormEvent;

it.each([
  ['once if it was saved, even before the next screen renders', true, 1],
  ['again if the first save failed', false, 2],
])('saves the address of a form that is submitted twice: %s', async (_what, isSaved, times) => {
  const onSave = vi.fn(async () => isSaved);
  const initial = toAddressForm(home as SavedAddress);
  const { result } = renderHook(() => useAddressSubmit({ draft: 'test', initial, onSave, onSaved: () => nextScreen }));
  for (let taps = 0; taps < 2; taps += 1) await act(async () => result.current.submit(tap));
  expect(onSave).toHaveBeenCalledTimes(times);
});
