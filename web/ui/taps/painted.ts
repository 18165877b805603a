/** Timeout for a frame, because hidden pages never get one. */
const LONGEST_MS = 100;

/** Resolves after the next paint, so that a button reacts before heavy work such as rendering a screen. */
export function waitForPaint(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST_MS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}
