import { afterEach, expect, it, vi } from 'vitest';
import { findContactPicker, toPerson } from './contacts.ts';

afterEach(() => vi.unstubAllGlobals());

it('returns null for the contact picker in a browser without one', () => {
  vi.stubGlobal('navigator', {});
  expect(findContactPicker()).toBeNull();
  vi.stubGlobal('navigator', { contacts: {} });
  expect(findContactPicker()).toBeNull();
});

it('requests the names and numbers of one or several contacts from the phone', async () => {
  const select = vi.fn(async () => [{ name: ['Mia Tran'], tel: ['0491 570 156'] }]);
  vi.stubGlobal('navigator', { contacts: { select } });
  const mia = { recipient_firstname: 'Mia', recipient_lastname: 'Tran', recipient_mobile: '0491570156' };
  expect(await findContactPicker()?.({ multiple: true })).toEqual([mia]);
  expect(select).toHaveBeenCalledExactlyOnceWith(['name', 'tel'], { multiple: true });
});

it.each([
  [{ name: ['Mary Jane Watson'], tel: ['(02) 9999 0000', '+61 491 570 156'] }, ['Mary', 'Jane Watson', '+61491570156']],
  [{ name: ['  Cher '], tel: ['04 9157-0156'] }, ['Cher', '', '0491570156']],
  [{ name: [], tel: ['(02) 9999 0000'] }, ['', '', '0299990000']],
  [{}, ['', '', '']],
])('converts the contact %j to the person %j', (contact, [first, last, mobile]) => {
  expect(toPerson(contact)).toEqual({
    recipient_firstname: first,
    recipient_lastname: last,
    recipient_mobile: mobile,
  });
});
