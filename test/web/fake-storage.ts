import { vi } from 'vitest';

/**
 * Replaces both storages in tests without a browser, and returns the entries of localStorage. With `broken`, every
 * access throws, as when storage is blocked.
 */
export function fakeStorage({ broken = false }: { broken?: boolean } = {}): Map<string, string> {
  const storage = new Map<string, string>();
  const guard = <Value>(act: () => Value): Value => {
    if (broken) throw new Error('storage is refused');
    return act();
  };
  for (const [name, entries] of [
    ['localStorage', storage],
    ['sessionStorage', new Map<string, string>()],
  ] as const) {
    vi.stubGlobal(name, {
      getItem: (key: string) => guard(() => entries.get(key) ?? null),
      setItem: (key: string, text: string) => guard(() => entries.set(key, text)),
      removeItem: (key: string) => guard(() => entries.delete(key)),
    });
  }
  return storage;
}
