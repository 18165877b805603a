import { useCallback } from 'react';
import { type NavigateOptions, type To, useNavigate } from 'react-router';

let waiting: (() => void)[] = [];

/** The shell calls it when a change of route is on screen and what lay over the page before is closed. */
export function noteRouteShown(): void {
  const listeners = waiting;
  waiting = [];
  for (const tell of listeners) tell();
}

function nextRouteShown(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
  });
}

export type ShowPage = (to: To, options?: NavigateOptions) => Promise<void>;

/**
 * Leads to another page and resolves once that is drawn. The router resolves earlier, while the page before still takes
 * taps: a form that awaits this stays busy, and the second of two taps sends nothing. A popup that is opened afterwards
 * stays open.
 */
export function useShowPage(): ShowPage {
  const navigate = useNavigate();
  return useCallback(
    async (to, options) => {
      const shown = nextRouteShown();
      await navigate(to, options);
      await shown;
    },
    [navigate],
  );
}
