import { waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { cart, customer, manyAddresses } from '#gallery/fixtures/customer.ts';
import { errorAnswer, offline } from '#gallery/story/answers.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import type { Story } from '#gallery/story/story.ts';
import { openShop } from '#test/web/open-shop.ts';
import { expectSentOnce } from '#test/web/sent-once.ts';
import { useSession } from '../../session/session.ts';

const owner = { ...customer(manyAddresses), default_billing: '2', default_shipping: '1' };
const SAVE = 'PUT customers/me';

async function openBook({ answers, ...story }: Partial<Story> = {}) {
  const shop = await openShop({
    ...{ at: '/account/addressinformation', session: signedInCustomer(), shows: 'Shipping addresses' },
    ...story,
    answers: { 'GET customers/me': owner, 'GET carts/mine': cart([], owner), ...answers },
  });
  const dialog = () => within(shop.page.getByRole('dialog'));
  return { ...shop, dialog };
}

describe('what stands there', () => {
  test('every address once, the defaults first and by their use', async () => {
    const { page } = await openBook();
    const defaults = (name: string) => page.getByRole('region', { name }).textContent;
    expect(defaults('Billing address')).toContain('8/41 Illawarra Road');
    expect(defaults('Default shipping address')).toContain('12 Fig Street');
    const all = within(page.getByRole('region', { name: 'Shipping addresses' })).getAllByRole('listitem');
    const streets = manyAddresses.map(({ street }) => street[0] ?? '');
    expect(all.map(({ textContent }) => streets.findIndex((street) => textContent?.includes(street)))).toEqual([
      1, 0, 2, 3,
    ]);
    for (const street of streets) expect(page.getAllByText(street)).toHaveLength(1);
    expect(page.getByLabelText('Edit 3 Tram Lane, Newtown NSW 2042').getAttribute('href')).toBe(
      '/account/addaddress?id=3',
    );
  });

  test('without a connection it is said, and Try again fetches anew', async () => {
    const me = vi.fn().mockReturnValueOnce(offline).mockReturnValue(owner);
    const { page, user } = await openBook({ shows: 'This did not load', answers: { 'GET customers/me': me } });
    await user.keyboard('{Escape}');
    await user.click(page.getByText('Try again'));
    expect(await page.findByText('Shipping addresses')).toBeTruthy();
  });
});

describe('removing an address', () => {
  const REMOVE = 'Remove 3 Tram Lane, Newtown NSW 2042';

  test('asks first, begins on Keep it, and gives the focus back to what was tapped', async () => {
    const { page, user, sent } = await openBook();
    await user.click(page.getByLabelText(REMOVE));
    expect(document.activeElement?.textContent).toBe('Keep it');
    expect(page.getByRole('dialog').textContent).toContain('3 Tram Lane');
    await user.keyboard('{Enter}');
    expect(page.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(page.getByLabelText(REMOVE));
    expect(sent).toEqual([]);
  });

  test('takes it out of the list the server has now; the focus is on Undo', async () => {
    const added = { ...manyAddresses[3], id: 9, city: 'Orange' } as (typeof manyAddresses)[0];
    const left = [...manyAddresses.filter(({ id }) => id !== 3), added];
    const me = vi
      .fn()
      .mockReturnValueOnce(owner)
      .mockReturnValue(customer([...manyAddresses, added]));
    const { page, user, dialog, bodies } = await openBook({
      answers: { 'GET customers/me': me, [SAVE]: customer(left) },
    });
    await user.click(page.getByLabelText(REMOVE));
    await user.click(dialog().getByText('Remove'));
    expect(await page.findByText('Address removed')).toBeTruthy();
    expect(bodies(SAVE)).toEqual([{ customer: { addresses: left } }]);
    expect(page.queryByLabelText(REMOVE)).toBeNull();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Undo'));
  });

  const [home] = manyAddresses;
  const REMOVE_HOME = 'Remove 12 Fig Street, Pyrmont NSW 2009';

  test('Undo puts it back, as the default it was', async () => {
    const addresses = owner.addresses.map((one) => (one.id === home?.id ? { ...one, default_shipping: true } : one));
    let present = { ...owner, addresses };
    const save = ({ body }: { body: { customer: { addresses: typeof addresses } } }) => {
      present = { ...present, addresses: body.customer.addresses.map((one) => ({ ...one, id: one.id ?? 99 })) };
      return present;
    };
    const { page, user, dialog, bodies } = await openBook({
      answers: { 'GET customers/me': () => present, [SAVE]: save as never },
    });
    await user.click(page.getByLabelText(REMOVE_HOME));
    await user.click(dialog().getByText('Remove'));
    await user.click(await page.findByText('Undo'));
    expect(await page.findByText('Address is back')).toBeTruthy();
    const { id: _gone, ...again } = { ...home, default_shipping: true };
    expect(bodies(SAVE)[1]).toEqual({ customer: { addresses: [...addresses.slice(1), again] } });
    expect(page.getAllByText('12 Fig Street').length).toBeGreaterThan(0);
  });

  test('Undo puts nothing into the book of another customer', async () => {
    const { page, user, dialog, bodies } = await openBook({ answers: { [SAVE]: customer(manyAddresses.slice(1)) } });
    await user.click(page.getByLabelText(REMOVE_HOME));
    await user.click(dialog().getByText('Remove'));
    const undo = await page.findByText('Undo');
    useSession.setState({ mobile: '+61400000009' });
    await user.click(undo);
    expect(bodies(SAVE)).toHaveLength(1);
  });

  test('two taps remove once, and on its way it cannot be kept any more', async () => {
    const shop = await openBook();
    const { page, user, dialog } = shop;
    await user.click(page.getByLabelText(REMOVE));
    await expectSentOnce(shop, SAVE, {
      answer: owner,
      taps: async () => {
        await user.dblClick(dialog().getByText('Remove'));
        await user.click(dialog().getByText('Keep it'));
        expect(page.getByRole('dialog')).toBeTruthy();
      },
      shows: 'Address removed',
    });
  });

  test('what the server says against it is shown, and the address is still there', async () => {
    const { page, user, dialog } = await openBook({ answers: { [SAVE]: errorAnswer(400, 'Not this one') } });
    await user.click(page.getByLabelText(REMOVE));
    await user.click(dialog().getByText('Remove'));
    expect(await page.findByText('Not this one')).toBeTruthy();
    expect(page.getByLabelText(REMOVE)).toBeTruthy();
  });

  test('the last one removed: the page says so and offers to add one', async () => {
    const { page, user, dialog } = await openBook({
      answers: { 'GET customers/me': customer(), [SAVE]: customer([]) },
    });
    await user.click(page.getAllByLabelText(/^Remove/)[0] as HTMLElement);
    await user.click(dialog().getByText('Remove'));
    expect((await page.findByText('Add an address')).closest('a')?.getAttribute('href')).toBe('/account/addaddress');
  });
});

describe('choosing a default', () => {
  test.each([
    ['billing', 'Change default billing address', 'POST mobiledigital/setdefaultbilling', '8/41 Illawarra Road'],
    ['shipping', 'Change default shipping address', 'POST mobiledigital/setdefaultshipping', '12 Fig Street'],
  ] as const)('%s: every address has its Set, the present one is marked, one tap sets another', async (...row) => {
    const [use, opener, call, now] = row;
    const me = vi
      .fn()
      .mockReturnValueOnce(owner)
      .mockReturnValue({ ...owner, [`default_${use}`]: '3' });
    const { page, user, dialog, bodies } = await openBook({
      answers: { 'GET customers/me': me, [call]: { status: true } as never },
    });
    await user.click(page.getByLabelText(opener));
    expect(dialog().getAllByText('Set')).toHaveLength(manyAddresses.length);
    expect(dialog().getByText('Default now').closest('li')?.textContent).toContain(now);
    await user.dblClick(dialog().getByLabelText(/^Set Nell Abara/));
    expect(await page.findByText(`Default ${use} address set`)).toBeTruthy();
    expect(bodies(call)).toEqual([{ address_id: 3 }]);
    const name = use === 'billing' ? 'Billing address' : 'Default shipping address';
    expect(page.getByRole('region', { name }).textContent).toContain('3 Tram Lane');
  });

  test('an error closes the loader and is said', async () => {
    const { page, user, dialog } = await openBook({
      answers: { 'POST mobiledigital/setdefaultbilling': errorAnswer(500, 'Not now') },
    });
    await user.click(page.getByLabelText('Change default billing address'));
    await user.click(dialog().getByLabelText(/^Set Nell Abara/));
    expect(await page.findByText('Not now')).toBeTruthy();
    expect(page.queryByText('Updating Billing...')).toBeNull();
  });
});
