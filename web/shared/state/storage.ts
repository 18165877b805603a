/**
 * All access to localStorage goes through these functions. Blocked or full storage and broken values count as empty.
 */
export function readText(key: string): string | null {
  try {
    return globalThis.localStorage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** Returns null if the stored value is not valid JSON or `isWanted` rejects it. */
export function readJson<Value>(key: string, isWanted: (value: unknown) => value is Value): Value | null {
  const text = readText(key);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isWanted(value) ? value : null;
  } catch {
    return null;
  }
}

/** Returns false if storage is full or blocked. Null or '' removes the key. */
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

/** Makes a page that returns from the back-forward cache read storage again, because it missed the storage events. */
export function readAgainWhenBack(): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) dispatchEvent(new StorageEvent('storage'));
  });
}

/** Reads from sessionStorage, which survives reloads and ends with the tab. */
export function readTab<Value>(key: string, isWanted: (value: unknown) => value is Value): Value | null {
  try {
    const text = globalThis.sessionStorage?.getItem(key) ?? null;
    const value: unknown = text === null ? null : JSON.parse(text);
    return isWanted(value) ? value : null;
  } catch {
    return null;
  }
}

/** Writes to sessionStorage. Null removes the key. Ignores full or blocked storage. */
export function writeTab(key: string, value: unknown): void {
  try {
    if (value === null) globalThis.sessionStorage?.removeItem(key);
    else globalThis.sessionStorage?.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is full or blocked; the page works without it.
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
