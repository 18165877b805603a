import { create } from 'zustand';

type LoaderName = 'global' | 'checkout';
type Loaders = Record<LoaderName, { message: string } | null>;

const off: Loaders = { global: null, checkout: null };

/** Each is off, or on with a message such as 'Verifying Token...'. The cart shows its own, as long as it is fetched. */
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
