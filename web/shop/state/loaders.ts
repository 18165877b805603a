import { create } from 'zustand';

type LoaderName = 'global' | 'checkout';
type Loaders = Record<LoaderName, { message: string } | null>;

const noLoaders: Loaders = { global: null, checkout: null };

export const useLoaders = create<Loaders>()(() => noLoaders);

export function showLoader(name: LoaderName = 'global', message = ''): void {
  useLoaders.setState({ [name]: { message } });
}

export function hideLoader(name: LoaderName = 'global'): void {
  useLoaders.setState({ [name]: null });
}

export function hideLoaders(): void {
  useLoaders.setState(noLoaders);
}
