/**
 * Where rendered pictures are stored. They can be drawn again from the database at any time, so losing them costs time
 * and nothing else. `name`: a plain file name of at least two characters whose ending tells the type (webp, avif, jpg).
 */
export type Files = {
  name: 'local' | 's3';
  /** Null when there is no such file. */
  read(name: string): Promise<Buffer | null>;
  write(name: string, bytes: Buffer): Promise<void>;
};
