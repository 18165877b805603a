import { createReadStream } from 'node:fs';
import { pipeline, Transform } from 'node:stream';
import { type Options, parse } from 'csv-parse';
import type { Encoding } from './encoding.ts';
import { createQuoteDoubler } from './escaped-quotes.ts';

export type CsvRecord = { fields: string[]; line: number };

export type Unreadable = Error & { line: number };

/** Maximum row length in characters. Longer rows have an unclosed quotation mark. */
const LONGEST_ROW = 8_000_000;

/** Streams CSV rows in constant memory. `line` is the line on which a row begins. Throws Unreadable. */
export async function* readCsv(
  path: string,
  { encoding, onBytes }: { encoding: Encoding['label']; onBytes: (bytes: number) => void },
): AsyncGenerator<CsvRecord> {
  let line = 1;
  const options: Options<CsvRecord, string[]> = {
    relax_column_count: true,
    max_record_size: LONGEST_ROW,
    // Runs when a row is parsed, not when it is consumed, so line numbers in errors count all earlier rows.
    on_record(fields: string[]): CsvRecord {
      const record = { fields, line };
      line += 1 + fields.reduce((sum, field) => sum + countLineBreaks(field), 0);
      return record;
    },
  };
  // The cast is needed, because the library's types support mapped rows only with named columns.
  const parser = parse(options as unknown as Options);
  pipeline(createReadStream(path), createDecoder(encoding, onBytes), parser, () => {
    // Ignored here, because the loop below receives the same error.
  });
  try {
    for await (const record of parser as AsyncIterable<CsvRecord>) {
      if (record.fields.some((field) => field !== '')) yield record;
    }
  } catch (error) {
    throw toUnreadableError(error as Error & { code?: string }, line);
  }
}

function countLineBreaks(field: string): number {
  return field.includes('\n') || field.includes('\r') ? (field.match(/\r\n|\r|\n/g)?.length ?? 0) : 0;
}

function createDecoder(encoding: Encoding['label'], onBytes: (bytes: number) => void): Transform {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const quotes = createQuoteDoubler();
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
    'The file is damaged: it is marked as Unicode, but its contents are not. Save it as "CSV UTF-8" and import it again.',
  CSV_MAX_RECORD_SIZE:
    'A row has more than eight million characters, so a closing quotation mark is probably missing. Add it, or double the opening one if it belongs to a quoted text.',
  CSV_QUOTE_NOT_CLOSED:
    'A closing quotation mark is missing. Add it, or double the opening one if it belongs to a quoted text.',
  CSV_INVALID_CLOSING_QUOTE:
    'A quoted text continues after its closing quotation mark. Double each quotation mark inside the text.',
  INVALID_OPENING_QUOTE:
    'A text contains a quotation mark but is not quoted. Put the whole text in quotation marks and double the one inside.',
};

function toUnreadableError(error: Error & { code?: string }, line: number): Error {
  const advice = ADVICE[error.code ?? ''];
  return advice === undefined ? error : Object.assign(new Error(advice), { line });
}

export function isUnreadable(error: unknown): error is Unreadable {
  return error instanceof Error && 'line' in error && !('code' in error);
}
