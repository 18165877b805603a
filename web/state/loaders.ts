import { create } from 'zustand';

export type LoaderName = 'global' | 'checkout' | 'cart';
type Loaders = Record<LoaderName, { message: string } | null>;

const off: Loaders = { global: null, checkout: null, cart: null };

/** The loaders: each is off, or on with a message such as 'Verifying Token...'. */
export const useLoaders = create<Loaders>()(() => off);

export function showLoader(name: LoaderName = 'global', message = ''): void {
  useLoaders.setState({ [name]: { message } });
}

export function hideLoader(name: LoaderName = 'global'): void {
  useLoaders.setState({ [name]: null });
}

/** On every error. */
export function hideLoaders(): void {
  useLoaders.setState(off);
}
