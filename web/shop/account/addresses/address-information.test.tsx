import { waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { cart, customer, manyAddresses } from '#gallery/fixtures/customer.ts';
import { errorAnswer, offline } from '#gallery/story/answers.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import type { Story } from '#gallery/story/story.ts';
import { openShop } from '#test/web/open-shop.ts';
import { expectSentOnce } from '#test/web/sent-once.ts';
import { holdAnswer, refuse } from '#test/web/watch-calls.ts';
import { useSession } from '../../session/session.ts';

const owner = { ...customer(manyAddresses), default_billing: '2', default_shipping: '1' };
const SAVE = 'PUT customers/me';

async function openBook({ answers, ...story }: Partial<Story> = {}) {
  const shop = await openShop({
    url: '/account/addressinformation',
    session: signedInCustomer(),
    shows: 'Shipping addresses',
    ...story,
    answers: { 'GET customers/me': owner, 'GET carts/mine': cart([], owner), ...answers },
  });
  const dialog = () => within(shop.page.getByRole('dialog'));
  return { ...shop, dialog };
}

describe('address book', () => {
  const readLines = (part: HTMLElement) =>
    [...(part.querySelector('address')?.children ?? [])].map((row) => row.textContent);

  it('lists each address once, starting with the billing and the default shipping address [AC-15, AC-16, AC-17]', async () => {
    const { page } = await openBook();
    const region = (name: string) => readLines(page.getByRole('region', { name }));
    expect(region('Billing address')).toEqual([
      'Wren Banks',
      '0412 345 678',
      '8/41 Illawarra Road',
      'Marrickville NSW 2204',
    ]);
    expect(region('Default shipping address')).toEqual([
      'Wren Banks',
      '0412 345 678',
      '12 Fig Street',
      'Pyrmont NSW 2009',
    ]);
    const rows = within(page.getByRole('region', { name: 'Shipping addresses' })).getAllByRole('listitem');
    expect(rows.map((row) => readLines(row)[2])).toEqual([
      '8/41 Illawarra Road',
      '12 Fig Street',
      '3 Tram Lane',
      '77 Jetty Parade',
    ]);
  });

  it('links each address to its edit form, and Add New Address to an empty form [AC-18, AC-19]', async () => {
    const { page, user } = await openBook();
    const edits = page.getAllByRole('link', { name: /^Edit / });
    expect(edits.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
      [2, 1, 3, 4].map((id) => ['Edit', `/account/addaddress?id=${id}`]),
    );
    await user.click(page.getByRole('link', { name: 'Add New Address' }));
    expect(await page.findByRole('heading', { level: 1, name: 'Add New Address' })).toBeTruthy();
    expect(await page.findByRole('button', { name: 'Save Address' })).toBeTruthy();
  });

  it('reports a lost connection and reloads the address book on Try again', async () => {
    const me = vi.fn().mockReturnValueOnce(offline).mockReturnValue(owner);
    const { page, user } = await openBook({ shows: 'This did not load', answers: { 'GET customers/me': me } });
    await user.keyboard('{Escape}');
    await user.click(page.getByText('Try again'));
    expect(await page.findByText('Shipping addresses')).toBeTruthy();
  });
});

describe('removing an address', () => {
  const REMOVE = 'Remove 3 Tram Lane, Newtown NSW 2042';

  it("asks for confirmation with the focus on 'Keep it', and returns the focus when the address is kept", async () => {
    const { page, user, sent } = await openBook();
    await user.click(page.getByLabelText(REMOVE));
    expect(document.activeElement?.textContent).toBe('Keep it');
    expect(page.getByRole('dialog').textContent).toContain('3 Tram Lane');
    await user.keyboard('{Enter}');
    expect(page.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(page.getByLabelText(REMOVE));
    expect(sent).toEqual([]);
  });

  it('removes the address from the current list on the server and focuses Undo', async () => {
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

  it('restores a removed address and its use as a default on Undo', async () => {
    const addresses = owner.addresses.map((address) =>
      address.id === home?.id ? { ...address, default_shipping: true } : address,
    );
    let present = { ...owner, addresses };
    const save = ({ body }: { body: { customer: { addresses: typeof addresses } } }) => {
      present = {
        ...present,
        addresses: body.customer.addresses.map((address) => ({ ...address, id: address.id ?? 99 })),
      };
      return present;
    };
    const { page, user, dialog, bodies } = await openBook({
      answers: { 'GET customers/me': () => present, [SAVE]: save as never },
    });
    await user.click(page.getByLabelText(REMOVE_HOME));
    await user.click(dialog().getByText('Remove'));
    await user.click(await page.findByText('Undo'));
    expect(await page.findByText('Address is back')).toBeTruthy();
    const { id: _gone, ...restored } = { ...home, default_shipping: true };
    expect(bodies(SAVE)[1]).toEqual({ customer: { addresses: [...addresses.slice(1), restored] } });
    expect(page.getAllByText('12 Fig Street').length).toBeGreaterThan(0);
  });

  it('ignores Undo after another customer has signed in', async () => {
    const { page, user, dialog, bodies } = await openBook({ answers: { [SAVE]: customer(manyAddresses.slice(1)) } });
    await user.click(page.getByLabelText(REMOVE_HOME));
    await user.click(dialog().getByText('Remove'));
    const undo = await page.findByText('Undo');
    useSession.setState({ mobile: '+61400000009' });
    await user.click(undo);
    expect(bodies(SAVE)).toHaveLength(1);
  });

  it("removes the address once on a double tap and ignores 'Keep it' while the call is pending", async () => {
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

  it('shows the server error and keeps the address when removal is rejected', async () => {
    const { page, user, dialog } = await openBook({ answers: { [SAVE]: errorAnswer(400, 'Not this one') } });
    await user.click(page.getByLabelText(REMOVE));
    await user.click(dialog().getByText('Remove'));
    expect(await page.findByText('Not this one')).toBeTruthy();
    expect(page.getByLabelText(REMOVE)).toBeTruthy();
  });

  it('offers to add an address after the last one is removed', async () => {
    const { page, user, dialog } = await openBook({
      answers: { 'GET customers/me': customer(), [SAVE]: customer([]) },
    });
    await user.click(page.getAllByLabelText(/^Remove/)[0] as HTMLElement);
    await user.click(dialog().getByText('Remove'));
    expect((await page.findByText('Add an address')).closest('a')?.getAttribute('href')).toBe('/account/addaddress');
  });
});

describe('choosing a default address', () => {
  const CART = 'GET carts/mine';
  const ME = 'GET customers/me';

  it.each([
    ['billing', '8/41 Illawarra Road', 'AC-20'],
    ['shipping', '12 Fig Street', 'AC-21'],
  ])(
    'lists each address as a possible default %s address with a Set button, and marks the current default, %s [%s, AC-22, AC-23]',
    async (...row) => {
      const [use, current] = row;
      const { page, user, dialog } = await openBook();
      await user.click(page.getByRole('button', { name: `Change default ${use} address` }));
      expect(page.getByRole('dialog', { name: `Default ${use} address` })).toBeTruthy();
      const rows = dialog().getAllByRole('listitem');
      expect(rows.map((item) => item.querySelector('address')?.children[2]?.textContent)).toEqual(
        manyAddresses.map(({ street }) => street[0]),
      );
      for (const item of rows) expect(within(item).getByRole('button').textContent).toBe('Set');
      expect(dialog().getByText('Default now').closest('li')?.textContent).toContain(current);
    },
  );

  it.each([
    ['billing', 'ST-108', 'POST mobiledigital/setdefaultbilling', 'Billing address'],
    ['shipping', 'ST-109', 'POST mobiledigital/setdefaultshipping', 'Default shipping address'],
  ] as const)(
    "sets the default %s address with one call under the loader 'Updating Billing...', and reloads the cart [%s, ST-110, ST-111, ST-112]",
    async (use, _id, call, name) => {
      const shop = await openBook();
      const { page, user, dialog, answers, bodies, count, names } = shop;
      const [reply, me] = [holdAnswer({ status: true }), holdAnswer({ ...owner, [`default_${use}`]: '3' })];
      Object.assign(answers, { [call]: reply.answer, [ME]: me.answer });
      await user.click(page.getByLabelText(`Change default ${use} address`));
      await user.dblClick(dialog().getByLabelText(/^Set Nell Abara/));
      expect(await page.findByText('Updating Billing...')).toBeTruthy();
      expect(count(CART)).toBe(0);
      reply.release();
      await waitFor(() => expect(count(ME)).toBe(1));
      await user.click(page.getByRole('link', { name: 'My Account' }));
      await page.findByRole('heading', { level: 1, name: 'My Account' });
      me.release();
      expect(await page.findByText(`Default ${use} address set`)).toBeTruthy();
      expect(bodies(call)).toEqual([{ address_id: 3 }]);
      expect(names().indexOf(CART)).toBeGreaterThan(names().indexOf(call));
      expect(await page.findByRole('heading', { level: 1, name: 'Address Information' })).toBeTruthy();
      expect(page.getByRole('region', { name }).textContent).toContain('3 Tram Lane');
      expect(page.queryByText('Updating Billing...')).toBeNull();
      expect(page.queryByRole('dialog')).toBeNull();
    },
  );

  it("shows the loader 'Updating Billing...' until the update fails, then the error [PO-16]", async () => {
    const { page, user, dialog, answers } = await openBook();
    const answer = holdAnswer(undefined);
    answers['POST mobiledigital/setdefaultbilling'] = () => answer.answer().then(refuse(500, { message: 'Not now' }));
    await user.click(page.getByLabelText('Change default billing address'));
    await user.click(dialog().getByLabelText(/^Set Nell Abara/));
    expect((await page.findByText('Updating Billing...')).closest('[role=status]')).toBeTruthy();
    answer.release();
    expect(await page.findByText('Not now')).toBeTruthy();
    expect(page.queryByText('Updating Billing...')).toBeNull();
  });
});
