export type UncaughtEvent = ErrorEvent | PromiseRejectionEvent;

export function collectEarlyErrors(): () => UncaughtEvent[] {
  const early: UncaughtEvent[] = [];
  const keep = (event: UncaughtEvent): void => void early.push(event);
  addEventListener('error', keep);
  addEventListener('unhandledrejection', keep);
  return () => {
    removeEventListener('error', keep);
    removeEventListener('unhandledrejection', keep);
    return early;
  };
}
