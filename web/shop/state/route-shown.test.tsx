import { act, renderHook } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { expect, it, vi } from 'vitest';
import { notifyRouteShown, useShowPage } from './route-shown.ts';

it('resolves for every waiting caller once the new page has rendered', async () => {
  const use = () => ({ showPage: useShowPage(), path: useLocation().pathname });
  const { result } = renderHook(use, { wrapper: MemoryRouter });
  const drawn = vi.fn();
  const show = (path: string) => act(async () => void result.current.showPage(path).then(drawn));
  await show('/checkout');
  await show('/browse');
  expect(result.current.path).toBe('/browse');
  expect(drawn).not.toHaveBeenCalled();
  await act(async () => notifyRouteShown());
  expect(drawn).toHaveBeenCalledTimes(2);
  await show('/terms');
  expect(drawn).toHaveBeenCalledTimes(2);
});
