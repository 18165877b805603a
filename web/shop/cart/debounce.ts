export type Debounced<Value> = { call: (value: Value) => void; flush: () => void };

/** Calls `act` with the last value after `ms` without a call. `flush` calls it immediately. */
export function debounce<Value>(ms: number, act: (value: Value) => void): Debounced<Value> {
  let waiting: { value: Value; timer: ReturnType<typeof setTimeout> } | null = null;
  function flush() {
    if (!waiting) return;
    const { value, timer } = waiting;
    clearTimeout(timer);
    waiting = null;
    act(value);
  }
  return {
    call(value) {
      if (waiting) clearTimeout(waiting.timer);
      waiting = { value, timer: setTimeout(flush, ms) };
    },
    flush,
  };
}
