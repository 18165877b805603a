/** A page that nobody sees has no frames to wait for. */
const LONGEST_MS = 100;

/**
 * Once what was set before is on the screen: a button answers its tap in the next frame, and the work that the tap asks
 * for, such as making the next screen, comes after it.
 */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST_MS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      // The frame is painted when its callbacks are done.
      setTimeout(resolve);
    });
  });
}
