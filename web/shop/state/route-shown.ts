import { useCallback } from 'react';
import { type NavigateOptions, type To, useNavigate } from 'react-router';

let waiting: (() => void)[] = [];

export function notifyRouteShown(): void {
  const listeners = waiting;
  waiting = [];
  for (const tell of listeners) tell();
}

function waitForRouteShown(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
  });
}

export type ShowPage = (to: To, options?: NavigateOptions) => Promise<void>;

/**
 * Resolves once the page has rendered. The router resolves earlier, while the old page still accepts taps. Awaiting
 * this keeps forms busy, so that they ignore second taps.
 */
export function useShowPage(): ShowPage {
  const navigate = useNavigate();
  return useCallback(
    async (to, options) => {
      const routeShown = waitForRouteShown();
      await navigate(to, options);
      await routeShown;
    },
    [navigate],
  );
}
