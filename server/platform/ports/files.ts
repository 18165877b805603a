/** Rendered pictures, which can be rendered again. `name`: at least two characters, ending in webp, avif or jpg. */
export type Files = {
  name: 'local' | 's3';
  read(name: string): Promise<Buffer | null>;
  write(name: string, bytes: Buffer): Promise<void>;
};
