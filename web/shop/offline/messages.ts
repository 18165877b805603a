export const WORKER_MESSAGES = { takeOver: 'take-over', keep: 'keep', language: 'language' } as const;

export type ToWorker =
  | { type: typeof WORKER_MESSAGES.takeOver }
  /** IANA tag, sent at each page load. */
  | { type: typeof WORKER_MESSAGES.language; language: string }
  /** The current page and its resources. */
  | { type: typeof WORKER_MESSAGES.keep; urls: string[] };

/** Marks gift card pages the phone may cache. */
export const KEEP_HEADER = 'handsel-keep';

/** Also read by the offline page. */
export const PAGES = 'handsel-pages';
