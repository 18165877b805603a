import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { drawPart } from '#test/web/draw-part.tsx';
import { MobileField } from './mobile-field.tsx';

function Typed() {
  const [mobile, setMobile] = useState('');
  return <MobileField label="Mobile" name="mobile" value={mobile} onValue={setMobile} />;
}

it.each([
  ['0412 345 678', '0412345678'],
  ['(04) 12.345-678', '0412345678'],
  ['+61 412 345 678', '+61412345678'],
  ['+61 (0)412 345 678', '+61412345678'],
  ['0011 61 412 345 678', '+61412345678'],
  ['61 0412 345 678', '+61412345678'],
  ['０４１２　３４５　６７８', '0412345678'],
  ['\u202A0412\u2013345\u2212678\u202C', '0412345678'],
  ['0412 345 67b', '041234567b'],
])('converts the pasted or typed mobile number %s to %s', async (written, value) => {
  const { getByLabelText } = drawPart(<Typed />);
  const field = getByLabelText('Mobile') as HTMLInputElement;
  const user = userEvent.setup();
  await user.click(field);
  await user.paste(written);
  expect(field.value).toBe(value);
  await user.clear(field);
  await user.type(field, written);
  expect(field.value).toBe(value);
});
