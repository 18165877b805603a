import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { classes } from './classes.ts';

export type Tab = { id: string; label: string; content: ReactNode };

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

export function Tabs({ label, tabs, className }: { label: string; tabs: readonly Tab[]; className?: string }) {
  const base = useId();
  const [chosen, choose] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const current = tabs[chosen] ?? tabs[0];
  if (!current) return null;

  function onKeyDown(event: KeyboardEvent) {
    const next = steps[event.key]?.(chosen, tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  }

  return (
    <div className={className}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="flex gap-x-1 overflow-x-auto border-b border-line [scrollbar-width:none]"
      >
        {tabs.map((tab, index) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-${tab.id}`}
            aria-selected={tab === current}
            aria-controls={`${base}-${tab.id}-panel`}
            tabIndex={tab === current ? 0 : -1}
            onClick={() => choose(index)}
            className={classes(
              'min-h-12 grow border-b-2 px-1.5 text-15 font-semibold whitespace-nowrap outline-offset-[-3px] sm:px-4',
              tab === current ? 'border-accent text-ink' : 'border-transparent text-muted hover:text-ink',
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${base}-${current.id}-panel`} aria-labelledby={`${base}-${current.id}`}>
        {current.content}
      </div>
    </div>
  );
}
