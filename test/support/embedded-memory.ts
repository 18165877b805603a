import { MemoryFS } from '@electric-sql/pglite';

export const EMBEDDED_ROOT = '/pglite/data';

export type EmbeddedFiles = { folder: string; files: { name: string; mode: number; bytes: Uint8Array }[] }[];

interface StreamOps {
  write(...stream: unknown[]): number;
}

interface FileNode {
  mode: number;
  contents: Uint8Array;
  usedBytes: number;
  stream_ops: StreamOps;
  node_ops: { mknod(parent: FileNode, name: string, mode: number, device: number): FileNode };
}

interface Files {
  isDir(mode: number): boolean;
  lookupPath(path: string): { node: FileNode };
  mkdirTree(path: string, mode: number): void;
  readdir(path: string): string[];
  readFile(path: string): Uint8Array;
  stat(path: string): { mode: number };
}

/**
 * Keeps the embedded database's files in memory, which starts three times faster than loading a dump. `begin` is the
 * initial set of files; `onClosed` receives the files at close.
 */
export class EmbeddedMemory extends MemoryFS {
  private readonly begin: EmbeddedFiles;
  private readonly onClosed: ((files: EmbeddedFiles) => void) | undefined;

  constructor(begin: EmbeddedFiles, onClosed?: (files: EmbeddedFiles) => void) {
    super();
    this.begin = begin;
    this.onClosed = onClosed;
  }

  override async initialSyncFs(): Promise<void> {
    for (const { folder, files } of this.begin) {
      this.files.mkdirTree(folder, 0o700);
      const { node } = this.files.lookupPath(folder);
      for (const { name, mode, bytes } of files) {
        const file = node.node_ops.mknod(node, name, mode, 0);
        file.contents = bytes;
        file.usedBytes = bytes.length;
        file.stream_ops = copyOnWrite(file);
      }
    }
  }

  override async closeFs(): Promise<void> {
    this.onClosed?.(readFolderFiles(this.files, EMBEDDED_ROOT));
    await super.closeFs();
  }

  private get files(): Files {
    return this.pg?.Module.FS as unknown as Files;
  }
}

/** Copies a file's contents before its first write. Most files are only read and stay shared between databases. */
function copyOnWrite(file: FileNode): StreamOps {
  const { contents: shared, stream_ops: operations } = file;
  return {
    ...operations,
    write(...stream) {
      if (file.contents === shared) file.contents = shared.slice();
      return operations.write(...stream);
    },
  };
}

function readFolderFiles(all: Files, folder: string): EmbeddedFiles {
  const entries = all
    .readdir(folder)
    .filter((name) => name !== '.' && name !== '..')
    .map((name) => ({ name, path: `${folder}/${name}`, mode: all.stat(`${folder}/${name}`).mode }));
  const files = entries.filter(({ mode }) => !all.isDir(mode));
  const folders = entries.filter(({ mode }) => all.isDir(mode));
  const fileContents = files.map(({ name, path, mode }) => ({ name, mode, bytes: all.readFile(path) }));
  return [{ folder, files: fileContents }, ...folders.flatMap(({ path }) => readFolderFiles(all, path))];
}
