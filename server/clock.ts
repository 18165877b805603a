export type Clock = {
  now(): Date;
  ms(): number;
  /** Converts an instant to machine time, for queues that use the database's clock. */
  onMachine(instant: Date): Date;
  /** Sets the time; the clock runs on from there. Exists only with CLOCK=movable. */
  moveTo?: (instant: Date) => void;
};

export function createClock(options: { movable: boolean; from?: Date | undefined }): Clock {
  let offset = options.movable && options.from ? options.from.getTime() - Date.now() : 0;
  const ms = (): number => Date.now() + offset;
  const clock: Clock = { ms, now: () => new Date(ms()), onMachine: (instant) => new Date(instant.getTime() - offset) };
  if (!options.movable) return clock;
  return {
    ...clock,
    moveTo(instant) {
      offset = instant.getTime() - Date.now();
    },
  };
}
