export const WORKER_MESSAGES = { takeOver: 'take-over', keep: 'keep', language: 'language' } as const;

export type ToWorker =
  | { type: typeof WORKER_MESSAGES.takeOver }
  /** Language tag (BCP 47), sent on each page load. */
  | { type: typeof WORKER_MESSAGES.language; language: string }
  | { type: typeof WORKER_MESSAGES.keep; urls: string[] };

export const KEEP_HEADER = 'handsel-keep';

/** Name of the cache for visited pages. The offline page reads this cache. */
export const PAGES = 'handsel-pages';
