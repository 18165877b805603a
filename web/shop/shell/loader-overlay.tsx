import { type LoaderName, useLoaders } from '../../state/loader.ts';
import { Spinner } from '../../ui/spinner.tsx';

/** PO-14..PO-16. The global loader covers the page; checkout and cart show theirs with <LoaderOverlay name="cart" />. */
export function LoaderOverlay({ name = 'global' }: { name?: LoaderName }) {
  const loader = useLoaders((state) => state[name]);
  return (
    <div role="status" aria-live="polite">
      {loader && (
        <div
          className={`${name === 'global' ? 'fixed' : 'absolute'} inset-0 z-50 grid animate-appear place-items-center bg-veil`}
        >
          <div className="flex flex-col items-center gap-3 rounded-card bg-surface px-8 py-6 shadow-float">
            <Spinner className="size-9 text-accent" />
            <p className="text-17 font-semibold">{loader.message || <span className="sr-only">Loading</span>}</p>
          </div>
        </div>
      )}
    </div>
  );
}
