/** An event a worker may take its time over. */
export type LongEvent = Event & { waitUntil(work: Promise<unknown> | undefined): void };

/**
 * What of a worker's world is used here. TypeScript's own description of it and that of a page cannot stand in one
 * program.
 */
export type WorkerScope = {
  location: Location;
  registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LongEvent) => void): void;
  addEventListener(type: 'message', listener: (event: LongEvent & MessageEvent) => void): void;
};
