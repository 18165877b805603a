import { createReadStream } from 'node:fs';
import { pipeline, Transform } from 'node:stream';
import { type Options, parse } from 'csv-parse';
import type { Encoding } from './encoding.ts';
import { doublingQuotes } from './escaped-quotes.ts';

export type CsvRecord = { fields: string[]; line: number };

/** Why a file cannot be read on, with the line the unreadable row begins at. */
export type Unreadable = Error & { line: number };

/** A row that is longer has a quotation mark that is not closed. */
const LONGEST_ROW = 8_000_000;

/**
 * The rows of a CSV file one after the other, in flat memory. `line` is where the row begins, whatever its texts hold.
 * Throws an Unreadable for bytes that are no text or no CSV.
 */
export async function* readCsv(
  path: string,
  { encoding, onBytes }: { encoding: Encoding['label']; onBytes: (bytes: number) => void },
): AsyncGenerator<CsvRecord> {
  let line = 1;
  const options: Options<CsvRecord, string[]> = {
    relax_column_count: true,
    max_record_size: LONGEST_ROW,
    // Called for each row when it is read, not when it is needed: what is said of an unreadable one counts all before
    // it.
    on_record(fields: string[]): CsvRecord {
      const record = { fields, line };
      line += 1 + fields.reduce((sum, field) => sum + linesIn(field), 0);
      return record;
    },
  };
  // The library types rows that are made into something else only for files with named columns.
  const parser = parse(options as unknown as Options);
  pipeline(createReadStream(path), decoded(encoding, onBytes), parser, () => {
    // The loop below gets the same failure.
  });
  try {
    for await (const record of parser as AsyncIterable<CsvRecord>) {
      // A row without anything in it comes from an empty line.
      if (record.fields.some((field) => field !== '')) yield record;
    }
  } catch (error) {
    throw unreadable(error as Error & { code?: string }, line);
  }
}

function linesIn(field: string): number {
  return field.includes('\n') || field.includes('\r') ? (field.match(/\r\n|\r|\n/g)?.length ?? 0) : 0;
}

function decoded(encoding: Encoding['label'], onBytes: (bytes: number) => void): Transform {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const quotes = doublingQuotes();
  return new Transform({
    readableObjectMode: false,
    transform(chunk: Buffer, _encoding, done) {
      try {
        onBytes(chunk.length);
        done(null, quotes.next(decoder.decode(chunk, { stream: true })));
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done) {
      try {
        done(null, quotes.next(decoder.decode()) + quotes.end());
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

const ADVICE: Record<string, string> = {
  ERR_ENCODING_INVALID_ENCODED_DATA:
    'The file is damaged: it is marked as Unicode and is none. Save it as "CSV UTF-8" and import it again.',
  CSV_MAX_RECORD_SIZE:
    'A row has more than eight million characters: a quotation mark that opens a text is not closed. Close it, or double it inside of a text.',
  CSV_QUOTE_NOT_CLOSED: 'A quotation mark that opens a text is not closed. Close it, or double it inside of a text.',
  CSV_INVALID_CLOSING_QUOTE:
    'A text in quotation marks goes on after the closing one. Double the quotation marks inside of it.',
  INVALID_OPENING_QUOTE:
    'A quotation mark stands inside of a text. Put the whole text into quotation marks and double it.',
};

function unreadable(error: Error & { code?: string }, line: number): Error {
  const advice = ADVICE[error.code ?? ''];
  return advice === undefined ? error : Object.assign(new Error(advice), { line });
}

export function isUnreadable(error: unknown): error is Unreadable {
  return error instanceof Error && 'line' in error && !('code' in error);
}
