/** Remembers the latest thousand: one that is forgotten meets its 5xx once more and is remembered again. */
export function createSpentKeys(): Pick<Set<string>, 'has' | 'add'> {
  const keys = new Set<string>();
  return {
    has: (key) => keys.has(key),
    add(key) {
      const [oldest] = keys;
      if (keys.size >= 1_000 && oldest !== undefined) keys.delete(oldest);
      return keys.add(key);
    },
  };
}
