import type { Cells } from './columns.ts';
import type { Drafts } from './drafts.ts';

export type ReadingOptions = {
  file: number;
  /** The shop's day, 'YYYY-MM-DD': prices may hold for some days only. */
  today: string;
  /** The root categories of a Magento file, in small letters. */
  roots: ReadonlySet<string>;
  /**
   * An address or a path as the file writes it -> the address, or the absolute path of a file; null after an error was
   * reported.
   */
  picture: (cells: Cells, column: string, reference: string) => string | null;
};

/** Rows of one file -> drafts; a format that groups rows keeps the last group until the next one or the end. */
export type RowReader = { row: (cells: Cells) => Drafts; end: () => Drafts };
