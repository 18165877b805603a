/**
 * Stores rendered pictures, all of which can be rendered again. File names have at least two characters and end in
 * webp, avif or jpg.
 */
export type Files = {
  name: 'local' | 's3';
  read(name: string): Promise<Buffer | null>;
  write(name: string, bytes: Buffer): Promise<void>;
};
