import { waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CartProduct } from '#contract/cart/cart.ts';
import { line } from '#gallery/fixtures/customer.ts';
import { jacket, novel } from '#gallery/fixtures/products.ts';
import { createCartServer } from '#test/web/cart-server.ts';
import { openPage } from '#test/web/customer-page.ts';
import { type CallAnswers, holdAnswer, refuse, throwOffline } from '#test/web/watch-calls.ts';
import { useToast } from '../state/toasts.ts';

const ADD = 'POST carts/mine/items';
const DELETE = 'DELETE carts/mine/items/{itemId}';
const jackets = () => line(5, jacket(), { qty: 2, chosen: ['Pine', 'M'] });

async function openLine(cartLine: CartProduct, answers: CallAnswers = {}) {
  const shop = await openPage({
    url: `/updateproduct/${cartLine.item_id}`,
    shows: 'Update Cart',
    answers: { ...createCartServer([cartLine]), ...answers },
  });
  return {
    ...shop,
    radio: (name: string | RegExp) => shop.ground().getByRole<HTMLInputElement>('radio', { name }),
    qty: () => shop.ground().getByRole('spinbutton', { name: 'Quantity' }).textContent,
    items: () => shop.bodies(ADD).map((body) => (body as { cartItem: Record<string, unknown> }).cartItem),
  };
}
const options = (colour: number, size: number) => ({
  extension_attributes: {
    configurable_item_options: [
      { option_id: '93', option_value: colour },
      { option_id: '141', option_value: size },
    ],
  },
});

describe('cart line on the update page', () => {
  it("shows the line's options and quantity, and Update Cart instead of Add to Cart [RT-34, PD-10]", async () => {
    const { radio, qty, page, button, text } = await openLine(jackets());
    expect(page.getByRole('heading', { level: 1 }).textContent).toBe(jacket().name);
    expect(button('Update Cart').textContent).toBe('Update Cart');
    expect(text()).not.toContain('Add to Cart');
    expect([radio('Pine').checked, radio('M').checked, qty()]).toEqual([true, true, '2']);
  });

  it('replaces a cart line with options, then opens the checkout [ST-064, ST-065, ST-066]', async () => {
    const server = createCartServer([jackets()]);
    const { radio, user, tap, names, items, see, sent, answers, sentTimes, text } = await openLine(jackets(), server);
    const fetched = holdAnswer(undefined);
    answers['GET carts/mine'] = () => fetched.answer().then(server['GET carts/mine']);
    await user.click(radio('Navy'));
    await tap('Quantity: more');
    await tap('Update Cart');
    await sentTimes('GET carts/mine', 1);
    const steps = [DELETE, ADD, 'GET carts/mine'];
    expect(names().filter((name) => steps.includes(name))).toEqual(steps);
    expect([useToast.getState().text, text().includes('Confirm in')]).toEqual(['', false]);
    fetched.release();
    await see('Your cart is updated');
    await see('Confirm in');
    expect(sent.find(({ name }) => name === DELETE)?.parts.params).toEqual({ itemId: '5' });
    expect(items()).toMatchObject([
      { sku: 'FP-JACKET', qty: 3, quote_id: 1, product_type: 'configurable', product_option: options(5_407, 5_503) },
    ]);
  });

  it('changes a cart line without options in place [ST-067]', async () => {
    const { tap, items, see, count } = await openLine(line(6, novel(), { qty: 3 }));
    await tap('Quantity: less');
    await tap('Update Cart');
    await see('Confirm in');
    expect(items()).toEqual([{ sku: 'LL-SALT', qty: 2, product_type: 'simple', quote_id: 1, item_id: 6 }]);
    expect(count(DELETE)).toBe(0);
  });

  it('changes the cart line once despite repeated taps on Update Cart', async () => {
    const answer = holdAnswer({ item_id: 6, price: 34.99 });
    const { tapTwice, sentTimes, button, count, see } = await openLine(line(6, novel(), { qty: 3 }), {
      [ADD]: () => answer.answer(),
    });
    await tapTwice('Update Cart');
    await sentTimes(ADD, 1);
    button('Update Cart').click();
    await see('Updating your cart...');
    answer.release();
    await see('Confirm in');
    expect(count(ADD)).toBe(1);
  });

  it("restores the cart line when the server rejects the change, and keeps the customer's choice on the page", async () => {
    const server = createCartServer([jackets()]);
    let tries = 0;
    const { radio, user, tap, see, items, page } = await openLine(jackets(), {
      ...server,
      [ADD]: (parts: never) => {
        tries += 1;
        return tries === 1 ? refuse(400, { code: 'not_available', message: 'x' })() : server[ADD](parts);
      },
    });
    await user.click(radio('Navy'));
    await tap('Update Cart');
    await see('Product is out of stock.');
    expect(items().map(({ qty, product_option }) => [qty, product_option])).toEqual([
      [2, options(5_407, 5_503)],
      [2, options(5_406, 5_503)],
    ]);
    await tap('OK');
    expect(radio('Navy').checked).toBe(true);
    await waitFor(() => expect(page.queryByText('Updating your cart...')).toBeNull());
    expect(page.queryByText('Confirm in')).toBeNull();
  });

  it('does not restore the old variant when the response to the change is lost', async () => {
    let lost = 0;
    const { radio, user, tap, see, items } = await openLine(jackets(), {
      [ADD]: () => {
        lost += 1;
        return throwOffline();
      },
    });
    await user.click(radio('Navy'));
    await tap('Update Cart');
    await see('No connection');
    expect(new Set(items().map(({ product_option }) => JSON.stringify(product_option))).size).toBe(1);
    expect(lost).toBe(items().length);
  });

  it('sends nothing until every option of the cart line is chosen', async () => {
    const cartLine = jackets();
    const { tap, see, sent, user, radio } = await openLine({
      ...cartLine,
      product: { ...cartLine.product, options: cartLine.product.options.slice(0, 1) },
    });
    await tap('Update Cart');
    await see('You must select a size');
    expect(sent).toEqual([]);
    await user.click(radio('S'));
    await tap('Update Cart');
    await see('Confirm in');
  });
});

describe('cart line that cannot be shown', () => {
  it('reports that the product is no longer in the cart', async () => {
    const { text, ground } = await openPage({
      url: '/updateproduct/9',
      shows: 'This is not in your cart any more',
      answers: createCartServer([jackets()]),
    });
    expect(text()).not.toContain('Update Cart');
    expect(ground().getByRole('link', { name: 'Browse Gift Cards' })).toBeTruthy();
  });

  it.each(['GET mobiledigital/cartproducts', 'GET mobiledigital/product'])(
    'loads the cart line on Retry after %s fails',
    async (name) => {
      let fails = true;
      const server: CallAnswers = createCartServer([jackets()]);
      const good = server[name] ?? { status: true, data: jacket() };
      const { page, user, see } = await openPage({
        url: '/updateproduct/5',
        shows: 'This did not load',
        answers: {
          ...server,
          [name]: () => (fails ? refuse(500)() : typeof good === 'function' ? good() : good),
        },
      });
      fails = false;
      await user.click(page.getByRole('button', { name: 'Try again' }));
      await see('Update Cart');
      await see('Ochre');
    },
  );
});
