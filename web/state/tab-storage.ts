/**
 * What outlives a page load and goes with the tab (sessionStorage): for what a shopper was in the middle of. A browser that refuses
 * it counts as empty, like localStorage in storage.ts.
 */
export function readTab<Value>(key: string, wanted: (value: unknown) => value is Value): Value | null {
  try {
    const text = globalThis.sessionStorage?.getItem(key) ?? null;
    const value: unknown = text === null ? null : JSON.parse(text);
    return wanted(value) ? value : null;
  } catch {
    return null;
  }
}

/** Null removes the key. A full or refusing storage forgets; the page itself works on. */
export function writeTab(key: string, value: unknown): void {
  try {
    if (value === null) globalThis.sessionStorage?.removeItem(key);
    else globalThis.sessionStorage?.setItem(key, JSON.stringify(value));
  } catch {
    // Nothing is kept then.
  }
}
