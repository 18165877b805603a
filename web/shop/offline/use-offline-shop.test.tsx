import { render, waitFor } from '@testing-library/react';
import { createRoutesStub } from 'react-router';
import { expect, it, onTestFinished, vi } from 'vitest';
import { useOfflineShop } from './use-offline-shop.ts';

const { registerOfflineShop } = vi.hoisted(() => ({ registerOfflineShop: vi.fn() }));
vi.mock('./register.ts', () => ({ registerOfflineShop }));

function Shop() {
  useOfflineShop();
  return <p>Shop</p>;
}

async function openBusy(path: string) {
  const idle = vi.fn();
  vi.stubEnv('PROD', true);
  vi.stubGlobal('requestIdleCallback', idle);
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: {} });
  history.replaceState(null, '', path);
  registerOfflineShop.mockClear();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'serviceWorker');
    history.replaceState(null, '', '/');
  });
  const Stub = createRoutesStub([{ id: 'root', path: '*', Component: Shop, loader: () => ({ offline: 'on' }) }]);
  const { findByText } = render(<Stub initialEntries={[path]} />);
  await findByText('Shop');
  return idle;
}

it('starts caching a gift card page immediately, without waiting until the browser is idle', async () => {
  const idle = await openBusy('/card/s3cret');
  await waitFor(() => expect(registerOfflineShop).toHaveBeenCalledTimes(1));
  expect(idle).not.toHaveBeenCalled();
});

it('waits for the browser to be idle before caching any other page', async () => {
  const idle = await openBusy('/browse');
  await waitFor(() => expect(idle).toHaveBeenCalledTimes(1));
  expect(registerOfflineShop).not.toHaveBeenCalled();
});
