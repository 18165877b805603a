export const WORKER_MESSAGES = { takeOver: 'take-over', keep: 'keep', language: 'language' } as const;

export type ToWorker =
  | { type: typeof WORKER_MESSAGES.takeOver }
  /** Language tag (BCP 47), sent on each page load. */
  | { type: typeof WORKER_MESSAGES.language; language: string }
  /** The current page and its resources. */
  | { type: typeof WORKER_MESSAGES.keep; urls: string[] };

/** Header of gift card pages that the phone may cache. */
export const KEEP_HEADER = 'handsel-keep';

/** The offline page reads it as well. */
export const PAGES = 'handsel-pages';
