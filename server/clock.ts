/** The only reader of the wall clock. */
export type Clock = {
  now(): Date;
  /** Milliseconds since 1970. */
  ms(): number;
  /**
   * The machine's time at an instant of the shop's clock, for a queue that goes by the database's own clock.
   */
  onMachine(instant: Date): Date;
  /** Present only when CLOCK=movable: sets the time, which then runs on from there. */
  moveTo?: (instant: Date) => void;
};

/** `from`: what a movable clock shows when the process starts; without it, the machine's time. */
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
