import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/open.ts';
import { sendHeartbeat } from './heartbeat-store.ts';

/** A change is known everywhere within so many milliseconds, or nothing that was kept is used. */
const KNOWN_WITHIN_MS = 1_000;
const HEARTBEAT_MS = 300;
/** Products whose stock changed, one by one; with more of them everything counts as changed. */
const MOST_PRODUCTS = 10_000;

/** What has changed in the catalogue, counted in versions that this process alone knows. */
export type CatalogueChanges = {
  /** Whether this process knows what the others change: not before it listens, and not while it hears nothing. */
  isKnown: () => boolean;
  version: () => number;
  /**
   * Whether what was read at a version is still so; false, too, while that is not known. `products`: whose number in
   * stock it says.
   */
  isCurrent: (read: { version: number; products: Iterable<number> }) => boolean;
  start: () => void;
  stop: () => Promise<void>;
};

/**
 * Hears of every change of the catalogue by a notice of the database (db/functions.sql), whoever made it. On PostgreSQL
 * a heartbeat takes the same way: notices come in the order of their commits, so one that is back says that everything
 * before it has arrived. Neither a lost connection nor a pooler that swallows notices leaves an old answer in use.
 */
export function catalogueChanges(
  database: Database,
  { now = () => performance.now() }: { now?: () => number } = {},
): CatalogueChanges {
  const own = `alive ${randomUUID()}`;
  const sentAt = new Map<string, number>();
  const changedAt = new Map<number, number>();
  let version = 0;
  let allChangedAt = 0;
  let knownUntil = Number.NEGATIVE_INFINITY;
  let stopListening: (() => Promise<void>) | undefined;
  let timer: NodeJS.Timeout | undefined;

  function changeAll(): void {
    version += 1;
    allChangedAt = version;
    changedAt.clear();
  }

  function onNotice(text: string): void {
    const product = Number(text);
    if (text.startsWith('alive ')) hearBeat(text);
    else if (product === 0 || changedAt.size >= MOST_PRODUCTS) changeAll();
    else {
      version += 1;
      changedAt.set(product, version);
    }
  }

  function hearBeat(text: string): void {
    const sent = sentAt.get(text);
    if (sent === undefined) return;
    sentAt.delete(text);
    knownUntil = sent + KNOWN_WITHIN_MS;
  }

  let beats = 0;
  function beat(): void {
    beats += 1;
    const text = `${own} ${beats}`;
    sentAt.clear();
    sentAt.set(text, now());
    // Where it does not arrive nothing is kept: that the database cannot be reached is said by whoever needs it.
    sendHeartbeat(database, text).catch(() => sentAt.delete(text));
  }

  const isKnown = (): boolean => knownUntil > now();
  return {
    isKnown,
    version: () => version,
    isCurrent: (read) =>
      isKnown() && read.version >= allChangedAt && !hasChanged(changedAt, read.version, read.products),
    start() {
      const onListening = (): void => {
        changeAll();
        if (database.kind === 'embedded') knownUntil = Number.POSITIVE_INFINITY;
        else beat();
      };
      stopListening ??= database.subscribe({ channel: 'catalogue', onListening, onNotice });
      if (database.kind === 'postgres') timer ??= setInterval(beat, HEARTBEAT_MS).unref();
    },
    async stop() {
      knownUntil = Number.NEGATIVE_INFINITY;
      clearInterval(timer);
      await stopListening?.();
    },
  };
}

function hasChanged(changedAt: Map<number, number>, version: number, products: Iterable<number>): boolean {
  if (changedAt.size === 0) return false;
  for (const product of products) if ((changedAt.get(product) ?? 0) > version) return true;
  return false;
}
