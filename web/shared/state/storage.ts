/**
 * The one way to localStorage. A browser that refuses storage, a full disk and a broken value all count as
 * empty: the shop works on, but stores nothing.
 */
export function readText(key: string): string | null {
  try {
    return globalThis.localStorage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** Reads JSON and checks it; anything that is not JSON or not `wanted` counts as empty. */
export function readJson<Value>(key: string, wanted: (value: unknown) => value is Value): Value | null {
  const text = readText(key);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return wanted(value) ? value : null;
  } catch {
    return null;
  }
}

/** Null or an empty text removes the key. Returns whether it was kept. */
export function writeText(key: string, text: string | null): boolean {
  try {
    if (text === null || text === '') globalThis.localStorage?.removeItem(key);
    else globalThis.localStorage?.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

export function writeJson(key: string, value: unknown): boolean {
  return writeText(key, value === null ? null : JSON.stringify(value));
}

/**
 * A page that a browser keeps in memory and shows again by 'back' has heard of no change meanwhile. Who follows other tabs
 * reads all of it again, as after an event without a key.
 */
export function readAgainWhenBack(): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) dispatchEvent(new StorageEvent('storage'));
  });
}

/**
 * What outlives a page load and goes with the tab (sessionStorage): for what a customer was in the middle of. A
 * browser that refuses it counts as empty, like localStorage above.
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

/** Null removes the key. A full storage, or one that is denied, stores nothing; the page itself works on. */
export function writeTab(key: string, value: unknown): void {
  try {
    if (value === null) globalThis.sessionStorage?.removeItem(key);
    else globalThis.sessionStorage?.setItem(key, JSON.stringify(value));
  } catch {
    // Nothing is kept then.
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
