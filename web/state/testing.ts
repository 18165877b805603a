/** A localStorage for tests, which run without a browser. Answers the stored entries; `broken` throws like a refusing one. */
export function fakeStorage({ broken = false }: { broken?: boolean } = {}): Map<string, string> {
  const kept = new Map<string, string>();
  const guard = <Value>(act: () => Value): Value => {
    if (broken) throw new Error('storage is refused');
    return act();
  };
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: {
      getItem: (key: string) => guard(() => kept.get(key) ?? null),
      setItem: (key: string, text: string) => guard(() => kept.set(key, text)),
      removeItem: (key: string) => guard(() => kept.delete(key)),
    },
  });
  return kept;
}
