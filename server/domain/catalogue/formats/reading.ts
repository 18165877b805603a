import type { Cells } from './columns.ts';
import type { Drafts } from './drafts.ts';

export type ReadingOptions = {
  file: number;
  /** Today in the shop's time zone, 'YYYY-MM-DD'. */
  today: string;
  roots: ReadonlySet<string>;
  /** Returns a URL or absolute path; null after reporting an error. */
  picture: (cells: Cells, column: string, reference: string) => string | null;
};

/** Formats with grouped rows hold back the last group. */
export type RowReader = { row: (cells: Cells) => Drafts; end: () => Drafts };
