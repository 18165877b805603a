import { act, render, renderHook, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sellers } from '#gallery/fixtures/sellers.ts';
import { media } from '#test/web/browser-parts.ts';
import { readAgainWhenBack } from '#web/shared/state/storage.ts';
import { createUuid } from '#web/shared/state/uuid.ts';
import { useWide } from '#web/ui/view/use-wide.ts';
import { cartQuery } from '../cart/cart-queries.ts';
import { followOtherTabs } from '../cart/other-tabs.ts';
import { PAGE_DATA_ID, pageData } from '../queries/page-data.ts';
import { usePageSeller, useShowSeller } from '../queries/page-seller.ts';
import { queryClient } from '../queries/query-client.ts';
import { restoreSession, useSession } from '../session/session.ts';
import { clearFormDrafts, readFormDraft, saveFormDraft, useSaveFormDraft } from './form-drafts.ts';
import { addGiftCard, type LocalGiftCard, listGiftCards, restoreGiftCards } from './gift-cards.ts';
import {
  answerWasLost,
  clearLostAnswers,
  recordAnsweredCall,
  recordLostCall,
  resolveIdempotencyKey,
} from './idempotency-keys.ts';
import { closeForRouteChange, openPopup, type Popup, setMenu, usePopups } from './popups.ts';
import { useSellers } from './sellers.ts';

let matches: { loaderData: unknown }[] = [];
vi.mock(import('react-router'), async (original) => ({ ...(await original()), useMatches: () => matches as never }));

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

describe('form drafts', () => {
  it('updates the draft of a form as its input changes, and removes the draft when the form is sent', () => {
    saveFormDraft('other', { a: '1' });
    const { rerender } = renderHook(({ text }) => useSaveFormDraft('mine', text === '' ? null : { text }), {
      initialProps: { text: 'a' },
    });
    rerender({ text: 'ab' });
    expect([readFormDraft('mine'), readFormDraft('other')]).toEqual([{ text: 'ab' }, { a: '1' }]);
    rerender({ text: '' });
    expect([readFormDraft('mine'), readFormDraft('other')]).toEqual([null, { a: '1' }]);
    clearFormDrafts();
    expect(sessionStorage).toHaveLength(0);
  });

  it("keeps a form's input when the form is removed from the page", () => {
    const first = renderHook(() => useSaveFormDraft('mine', { text: 'typed' }));
    first.unmount();
    expect(readFormDraft('mine')).toEqual({ text: 'typed' });
  });

  it.each(['{', '[]', '"text"', '{"mine":{"text":7}}', '{"mine":null}'])(
    'ignores the invalid stored draft %s',
    (stored) => {
      saveFormDraft('mine', { text: 'x' });
      const [key] = Object.keys(sessionStorage);
      sessionStorage.setItem(key as string, stored);
      expect(readFormDraft('mine')).toBeNull();
    },
  );
});

describe('when the response to a write is lost', () => {
  const CREATE = 'POST mobiledigital/createAccount';
  const ADD = 'POST carts/mine/items';
  const ADD_MANY = 'POST mobiledigital/savegiftcardrecipients';
  const body = { customer: { email: 'a' }, r_token: 'one', jwt: 'x' };

  it('reuses the idempotency key when only the CAPTCHA token or JWT changed, but not when the body changed', () => {
    const key = resolveIdempotencyKey(CREATE, { body });
    recordLostCall(CREATE, { body }, key);
    expect(resolveIdempotencyKey(CREATE, { body: { ...body, r_token: 'two', jwt: 'y' } })).toBe(key);
    expect(resolveIdempotencyKey(CREATE, { body: { ...body, customer: { email: 'b' } } })).not.toBe(key);
    expect(answerWasLost(CREATE, { body })).toBe(true);
    recordAnsweredCall(CREATE, { body });
    expect(answerWasLost(CREATE, { body })).toBe(false);
    expect(resolveIdempotencyKey(CREATE, { body })).not.toBe(key);
  });

  it('forgets a lost response after ten minutes', () => {
    vi.useFakeTimers();
    recordLostCall(CREATE, { body }, 'key');
    vi.advanceTimersByTime(10 * 60_000 - 1);
    expect(answerWasLost(CREATE, { body })).toBe(true);
    vi.advanceTimersByTime(1);
    expect(answerWasLost(CREATE, { body })).toBe(false);
    vi.useRealTimers();
  });

  it.each([
    ['DELETE carts/mine/items/{itemId}', {}],
    ['POST mobiledigital/clearcart', { body: {} }],
    ['POST carts/mine/payment-information', { body: {} }],
    [ADD, { body: { cartItem: { item_id: 3, qty: 2 } } }],
  ] as const)('does not reuse the idempotency keys of lost cart additions after %s', (name, parts) => {
    const added = { body: { cartItem: { sku: 'MUG' } } };
    recordLostCall(ADD, added, 'key');
    recordLostCall(ADD_MANY, added, 'many');
    recordLostCall(CREATE, { body }, 'other');
    recordAnsweredCall(name, parts);
    expect([answerWasLost(ADD, added), answerWasLost(ADD_MANY, added)]).toEqual([false, false]);
    expect(answerWasLost(CREATE, { body })).toBe(true);
  });

  it('creates no idempotency key for calls that are safe to retry', () => {
    expect([
      resolveIdempotencyKey('GET customers/me', {}),
      resolveIdempotencyKey('PUT customers/me', { body: {} }),
    ]).toEqual(['', '']);
    clearLostAnswers();
    expect(sessionStorage).toHaveLength(0);
  });

  it('creates a different UUID for each key', () => {
    const keys = Array.from({ length: 50 }, createUuid);
    expect(new Set(keys).size).toBe(50);
    for (const key of keys) expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });
});

describe('when the route changes', () => {
  const popups: [Popup, boolean][] = [
    [{ kind: 'message', message: 'Why you are here' }, true],
    [{ kind: 'unexpected' }, true],
    [{ kind: 'out-of-stock' }, true],
    [{ kind: 'sign-in' }, true],
    [{ kind: 'partner' }, true],
    [{ kind: 'cart' }, false],
    [{ kind: 'search' }, false],
    [{ kind: 'secure-mobile' }, false],
    [{ kind: 'supplied-by', seller: sellers.tide }, false],
  ];
  it.each(popups)('on a route change, keeps the popup %j open: %s', (popup, stays) => {
    openPopup(popup);
    closeForRouteChange('another page');
    expect(usePopups.getState().popup !== null).toBe(stays);
  });

  it('closes the menu when a popup opens from the menu', () => {
    setMenu(true);
    openPopup({ kind: 'sign-in' });
    expect(usePopups.getState().menu).toBe(false);
  });
});

const Name = () => <p>{usePageSeller()?.name ?? 'nobody'}</p>;

describe('when a page returns from the back-forward cache', () => {
  const stored = (cards: object) => localStorage.setItem('gift-card-details', JSON.stringify(cards));
  const shownAgain = (persisted: boolean) => dispatchEvent(new PageTransitionEvent('pageshow', { persisted }));
  const card = { id: 1, sku: 'GC-1', price: 20, name: 'Shelf Card' };

  it('reads what other tabs have stored and does not overwrite it', () => {
    restoreGiftCards();
    restoreSession();
    followOtherTabs();
    readAgainWhenBack();
    queryClient().setQueryData(cartQuery.queryKey, null);
    stored({ one: card });
    localStorage.setItem('token_ttl', String(Date.now() + 60_000));
    localStorage.setItem('token', 'bearer');
    shownAgain(false);
    expect([listGiftCards(), useSession.getState().is_signed_in]).toEqual([[], false]);
    shownAgain(true);
    expect(useSession.getState().is_signed_in).toBe(true);
    expect(queryClient().getQueryState(cartQuery.queryKey)?.isInvalidated).toBe(true);
    const key = addGiftCard(card as LocalGiftCard);
    expect(Object.keys(JSON.parse(localStorage.getItem('gift-card-details') ?? ''))).toEqual(['one', key]);
  });
});

describe('seller of a page', () => {
  beforeEach(() => useSellers.setState(useSellers.getInitialState(), true));

  it("sets the page's seller while the page is shown, and remembers it as the last seller", () => {
    const { unmount } = renderHook(() => useShowSeller(sellers.tide));
    expect(useSellers.getState()).toEqual({ page: sellers.tide, last: sellers.tide });
    unmount();
    expect(useSellers.getState()).toEqual({ page: null, last: sellers.tide });
  });

  it('keeps the last seller on a page without a seller', () => {
    useSellers.setState({ last: sellers.slow });
    renderHook(() => useShowSeller(null));
    expect(useSellers.getState()).toEqual({ page: null, last: sellers.slow });
  });

  it('updates the components that show the seller', () => {
    render(
      <MemoryRouter>
        <Name />
      </MemoryRouter>,
    );
    expect(screen.getByText('nobody')).toBeTruthy();
    act(() => useSellers.setState({ page: sellers.tide }));
    expect(screen.getByText(sellers.tide.name)).toBeTruthy();
  });

  describe('when the page data is loaded', () => {
    const root = { loaderData: { settings: {} } };
    const loaded = { id: '1', product: { seller: sellers.tide } };
    const name = () => renderHook(usePageSeller).result.current?.name;
    afterEach(() => {
      matches = [];
      document.body.replaceChildren();
    });

    it('finds the seller in the loader data on the server', () => {
      matches = [root, { loaderData: pageData(loaded) }];
      expect(name()).toBe(sellers.tide.name);
    });

    it('finds the seller in the page data in the browser, but not on pages opened later', () => {
      document.body.innerHTML = `<script id="${PAGE_DATA_ID}" type="application/json">${JSON.stringify(loaded)}</script>`;
      matches = [root, { loaderData: {} }];
      expect(name()).toBe(sellers.tide.name);
      for (const loaderData of [null, undefined, { card: null }]) {
        matches = [root, { loaderData }];
        expect(name()).toBe(undefined);
      }
    });
  });
});

it.each([true, false])('reports whether the window is wide: %s', (wide) => {
  media.wide = wide;
  expect(renderHook(useWide).result.current).toBe(wide);
});
