import type { Cells } from './columns.ts';
import type { Drafts } from './drafts.ts';

export type ReadingOptions = {
  file: number;
  /** Today in the shop's time zone, 'YYYY-MM-DD'. */
  today: string;
  roots: ReadonlySet<string>;
  /** Returns the picture's URL or absolute path, or null after reporting an error. */
  picture: (cells: Cells, column: string, reference: string) => string | null;
};

/** `end` returns the last group of rows, which formats with grouped rows hold back. */
export type RowReader = { row: (cells: Cells) => Drafts; end: () => Drafts };
