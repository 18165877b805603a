import { useEffect, useState } from 'react';
import { useAnnouncement } from '../../state/announcements.ts';
import { Icon } from '../../ui/icons.tsx';

const SHOWN_MS = 3_000;

/** Shows and reads out what announce() was given, for three seconds. */
export function Toast() {
  const { text, count } = useAnnouncement();
  const [gone, setGone] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setGone(count), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [count]);
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
        </p>
      )}
    </div>
  );
}
