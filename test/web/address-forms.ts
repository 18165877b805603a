import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { AddressForm } from '#contract/rules/customer/address.ts';
import type { Story } from '#gallery/story/story.ts';
import { saveFormDraft } from '#web/shop/state/form-drafts.ts';
import { type OpenShop, readFieldError } from './open-shop.ts';

export const wholeAddress: AddressForm = {
  fullname: 'Ann van Dam',
  mobile: '0412345678',
  street: '5 Smith Street',
  suburb: 'Fitzroy',
  state: 'Victoria',
  country: 'AU',
  postcode: '3065',
};

export const savedAs = {
  firstname: 'Ann',
  lastname: 'van Dam',
  telephone: '+61412345678',
  street: ['5 Smith Street'],
  city: 'Fitzroy',
  postcode: '3065',
  country_id: 'AU',
  region_id: 571,
  region: { region_id: 571, region: 'Victoria', region_code: 'VIC' },
};

const LABELS: Record<keyof AddressForm, string> = {
  fullname: 'Fullname',
  mobile: 'Mobile',
  street: 'Street address',
  suburb: 'Suburb',
  state: 'State',
  country: 'Country',
  postcode: 'Postcode',
};

type Mistake = [id: string, what: string, change: Partial<AddressForm>, message: string];

export const mobileMistakes: Mistake[] = [
  ['VA-08', 'no mobile', { mobile: '' }, 'Please enter a valid mobile'],
  ['VA-08', 'a mobile of spaces', { mobile: '  ' }, 'Please enter a valid mobile'],
  ['VA-08', 'a mobile with letters', { mobile: '04a2' }, 'Please enter a valid mobile'],
];
export const addressMistakes: Mistake[] = [
  ['VA-09', 'no full name', { fullname: '' }, 'Please enter your full name'],
  ['VA-09', 'a full name of spaces', { fullname: '   ' }, 'Please enter your full name'],
  ['VA-10', 'one name', { fullname: 'Ann' }, 'Please enter your full name'],
  ['VA-10', 'one name and a space', { fullname: 'Ann ' }, 'Please enter your full name'],
  ['VA-12', 'no street', { street: '' }, 'Missing street address'],
  ['VA-12', 'a street of spaces', { street: ' ' }, 'Missing street address'],
  ['VA-13', 'no suburb', { suburb: '' }, 'Missing suburb'],
  ['VA-14', 'no state', { state: '' }, 'Missing state'],
  ['VA-15', 'no country', { country: '' }, 'Missing country'],
  ['VA-16', 'no postcode', { postcode: '' }, 'Missing postcode'],
  ['VA-17', 'the state Enter State', { state: 'Enter State' }, 'Missing state'],
  ['VA-20', 'a state that Australia does not have', { state: 'Texas' }, 'Missing state'],
];

type FormOf<Shop> = {
  open: (story: Partial<Story>) => Promise<Shop>;
  button: string;
  draft: string;
  whole?: Record<string, string>;
};

export function addressForm<Shop extends OpenShop>({ open, button, draft, whole = wholeAddress }: FormOf<Shop>) {
  const openForm = async (story: Partial<Story> = {}) => {
    const shop = await open(story);
    const submit = () => shop.user.click(shop.page.getByText(button));
    const submitTwiceAndEnter = async () => {
      await shop.user.dblClick(shop.page.getByText(button));
      await shop.user.type(findAddressField(shop, 'postcode') as HTMLElement, '{Enter}');
    };
    return { ...shop, submit, submitTwiceAndEnter };
  };
  const openTyped = (change: object = {}, story: Partial<Story> = {}) =>
    openForm({ ...story, before: () => saveFormDraft(draft, { ...whole, ...change }) });
  return { openForm, openTyped };
}

export function findAddressField({ page }: OpenShop, name: keyof AddressForm): HTMLInputElement | null {
  return page.queryByLabelText<HTMLInputElement>(LABELS[name]);
}

export function readFieldMessages(shop: OpenShop): Partial<Record<keyof AddressForm, string>> {
  const names = Object.keys(LABELS) as (keyof AddressForm)[];
  const messages = names.map((name) => {
    const field = findAddressField(shop, name);
    return [name, field ? readFieldError(field) : ''] as const;
  });
  return Object.fromEntries(messages.filter(([, message]) => message !== ''));
}

/** Submits the form. Expects a message and the focus at the changed field only, and no API call. */
export async function expectMistake(
  shop: OpenShop & { submit: () => Promise<void> },
  [, , change, message]: Mistake,
): Promise<void> {
  const [name] = Object.keys(change) as [keyof AddressForm];
  await shop.submit();
  expect(readFieldMessages(shop)).toEqual(
    // Without a country no state is valid, so both fields have an error.
    name === 'country' ? { country: message, state: 'Missing state' } : { [name]: message },
  );
  const first = findAddressField(shop, name === 'country' ? 'state' : name);
  await waitFor(() => expect(document.activeElement).toBe(first));
  expect(shop.sent).toEqual([]);
}

export async function typeAddress(shop: OpenShop, { fullname = wholeAddress.fullname } = {}): Promise<void> {
  const { user, page } = shop;
  const type = async (label: string, text: string) => {
    const field = page.getByLabelText(label, { selector: 'input' });
    await user.clear(field);
    await user.click(field);
    await user.paste(text);
  };
  expect(findAddressField(shop, 'street')).toBeNull();
  await type('Fullname', fullname);
  await type('Address', wholeAddress.street);
  await user.click(page.getByText('Enter it yourself'));
  await waitFor(() => expect(document.activeElement).toBe(findAddressField(shop, 'street')));
  expect(findAddressField(shop, 'street')?.value).toBe(wholeAddress.street);
  await type('Suburb', wholeAddress.suburb);
  await user.selectOptions(page.getByLabelText('State'), wholeAddress.state);
  await type('Postcode', wholeAddress.postcode);
}
