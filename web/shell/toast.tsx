import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useToast } from '../state/toasts.ts';
import { Icon } from '../ui/icons.tsx';

const SHOWN_MS = 3_000;
/** Time to reach for what it offers, which is in the cart as well. */
const WITH_LINK_MS = 8_000;

/** Shows and reads out what showToast() was given, for three seconds, longer where it leads on. */
export function Toast() {
  const { text, count, next } = useToast();
  const [gone, setGone] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setGone(count), next ? WITH_LINK_MS : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [count, next]);
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(5.5rem+env(safe-area-inset-bottom))] sm:bottom-6 z-40 flex justify-center px-4"
    >
      {gone < count && (
        <p
          key={count}
          className="flex animate-rise items-center gap-2 rounded-full bg-ink px-5 py-3 text-15 font-semibold text-paper shadow-float"
        >
          <Icon name="check" className="size-5" />
          {text}
          {next && (
            <Link
              to={next.to}
              onClick={() => setGone(count)}
              className="pointer-events-auto -my-3 -mr-3 ml-1 inline-flex min-h-12 items-center rounded-full px-3 underline underline-offset-4"
            >
              {next.label}
            </Link>
          )}
        </p>
      )}
    </div>
  );
}
