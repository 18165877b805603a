/** What a page says to the worker. */
export const WORKER_MESSAGES = { takeOver: 'take-over', keep: 'keep', language: 'language' } as const;

export type ToWorker =
  | { type: typeof WORKER_MESSAGES.takeOver }
  /** The language pages come in from now on, as an IANA tag; said at each page load. */
  | { type: typeof WORKER_MESSAGES.language; language: string }
  /** Addresses of the page on screen and of what it shows. */
  | { type: typeof WORKER_MESSAGES.keep; urls: string[] };

/** On the page of a gift card that its phone may keep. */
export const KEEP_HEADER = 'handsel-keep';

/** Name of the store of pages; the offline page looks what it holds. */
export const PAGES = 'handsel-pages';
