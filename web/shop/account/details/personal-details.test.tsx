import { expect, it } from 'vitest';
import { cart, customer } from '#gallery/fixtures/customer.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import type { Story } from '#gallery/story/story.ts';
import { openShop, readFieldError } from '#test/web/open-shop.ts';
import { expectSentOnce } from '#test/web/sent-once.ts';
import { refuse } from '#test/web/watch-calls.ts';
import { cartQuery } from '../../cart/cart-queries.ts';
import { queryClient } from '../../queries/query-client.ts';

const SAVE = 'PUT customers/me';
const FREE = 'POST customers/isEmailAvailable';
const renamed = { ...customer(), firstname: 'Wrenna', lastname: 'van Dyk', fullname: 'Wrenna van Dyk' };

const open = (answers: Story['answers'] = {}) =>
  openShop({ url: '/account/personaldetails', session: signedInCustomer(), shows: 'wren@example.com', answers });

it('edits the name in place, validates it and returns the focus to Change name', async () => {
  const { page, user, bodies } = await open({ [SAVE]: renamed });
  await user.click(page.getByLabelText('Change name'));
  const field = page.getByLabelText('Fullname');
  expect(document.activeElement).toBe(field);
  await user.clear(field);
  await user.type(field, 'Wrenna');
  await user.click(page.getByText('Save'));
  expect(readFieldError(field)).toBe('Please enter your full name');
  await user.type(field, ' van Dyk{Enter}');
  expect(await page.findByText('Name saved')).toBeTruthy();
  expect(bodies(SAVE)).toEqual([{ customer: { firstname: 'Wrenna', lastname: 'van Dyk' } }]);
  expect(page.getAllByText('Wrenna van Dyk').length).toBeGreaterThan(0);
  expect(document.activeElement).toBe(page.getByLabelText('Change name'));
  await user.click(page.getByLabelText('Change email'));
  expect(page.queryByText('Name saved')).toBeNull();
});

it('shows the name once, the membership date and the operator contact for data requests', async () => {
  const { page } = await open();
  expect(page.getAllByText(customer().fullname)).toHaveLength(1);
  expect(page.getByText('hello@handsel.example').getAttribute('href')).toBe('mailto:hello@handsel.example');
  expect(page.getByText(/^Member since \d/)).toBeTruthy();
});

it('sends no name that is too long, and reports undrawable characters under the field', async () => {
  const { page, user, bodies, answers } = await open();
  const parameters = { fieldName: 'firstname', value: '\u{13000}' };
  answers[SAVE] = refuse(400, { code: 'invalid_value', parameters });
  await user.click(page.getByLabelText('Change name'));
  const field = page.getByLabelText('Fullname');
  await user.clear(field);
  await user.click(field);
  await user.paste(`Wren ${'x'.repeat(101)}`);
  await user.click(page.getByText('Save'));
  expect(readFieldError(field)).toBe('First and last name must be at most 100 characters each');
  expect(bodies(SAVE)).toEqual([]);
  await user.clear(field);
  await user.type(field, 'Wre\u{13000}n Banks{Enter}');
  await expect
    .poll(() => readFieldError(field))
    .toBe('Gift card pictures cannot show \u{13000} yet. Please leave it out');
  await user.click(page.getByText('Cancel'));
  expect(page.queryByLabelText('Fullname')).toBeNull();
  expect(document.activeElement).toBe(page.getByLabelText('Change name'));
});

it('starts with an empty field when the saved email is masked', async () => {
  const masked = { ...customer(), email: 'w•••@example.com' };
  const session = signedInCustomer();
  const { page, user } = await openShop({
    url: '/account/personaldetails',
    session,
    shows: masked.email,
    answers: { 'GET customers/me': masked },
  });
  await user.click(page.getByLabelText('Change email'));
  expect(page.getByLabelText('Email', { selector: 'input' })).toHaveProperty('value', '');
});

it('checks the format of a new email first, then whether it is available', async () => {
  const { page, user, bodies } = await open({
    [FREE]: ({ body }) => body.customerEmail !== 'taken@example.com',
    [SAVE]: { ...customer(), email: 'new@example.com' },
  });
  await user.click(page.getByLabelText('Change email'));
  const field = page.getByLabelText('Email', { selector: 'input' });
  for (const [typed, error] of [
    ['wren at home', 'Please enter a valid email'],
    ['taken@example.com', 'The email you entered already exists'],
  ] as const) {
    await user.clear(field);
    await user.type(field, `${typed}{Enter}`);
    await expect.poll(() => readFieldError(field)).toBe(error);
  }
  expect(bodies(SAVE)).toEqual([]);
  await user.clear(field);
  await user.type(field, 'new@example.com{Enter}');
  expect(await page.findByText('new@example.com')).toBeTruthy();
  expect(bodies(SAVE)).toEqual([{ customer: { email: 'new@example.com' } }]);
});

it("skips the availability check when only the email's letter case changes, and shows a later conflict under the field", async () => {
  const { page, user, bodies, count, answers } = await open({ [SAVE]: { ...customer(), email: 'Wren@Example.com' } });
  const field = () => page.getByLabelText('Email', { selector: 'input' });
  const type = async (text: string) => {
    await user.clear(field());
    await user.type(field(), `${text}{Enter}`);
  };
  await user.click(page.getByLabelText('Change email'));
  await type('Wren@Example.com');
  expect(await page.findByText('Email saved')).toBeTruthy();
  expect([count(FREE), bodies(SAVE)]).toEqual([0, [{ customer: { email: 'Wren@Example.com' } }]]);
  Object.assign(answers, { [FREE]: true, [SAVE]: refuse(400, { code: 'email_in_use' }) });
  await user.click(page.getByLabelText('Change email'));
  await type('new@example.com');
  await expect.poll(() => readFieldError(field())).toBe('The email you entered already exists');
});

it('invalidates the cart after saving a detail, because it contains a copy of the customer', async () => {
  const { page, user } = await open({ [SAVE]: renamed });
  queryClient().setQueryData(cartQuery.queryKey, cart());
  await user.click(page.getByLabelText('Change name'));
  await user.type(page.getByLabelText('Fullname'), 'son{Enter}');
  expect(await page.findByText('Name saved')).toBeTruthy();
  expect(queryClient().getQueryState(cartQuery.queryKey)?.isInvalidated).toBe(true);
});

it('saves the name once on a double tap', async () => {
  const shop = await open();
  const { page, user } = shop;
  await user.click(page.getByLabelText('Change name'));
  await user.type(page.getByLabelText('Fullname'), 'son');
  await expectSentOnce(shop, SAVE, {
    answer: renamed,
    taps: () => user.dblClick(page.getByText('Save')),
    shows: 'Name saved',
  });
});
