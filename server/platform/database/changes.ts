import { randomUUID } from 'node:crypto';
import type { Database, DatabaseKind, Subscription } from './database.ts';

const CHANNEL = 'changes';
/** Every process learns of a change within this time; otherwise it stops using its cache. */
const KNOWN_WITHIN_MS = 1_000;
const HEARTBEAT_MS = 300;
/** Maximum number of changed ids to remember; beyond it, all cached reads are invalidated. */
const MAX_IDS = 10_000;

export type Read = { version: number; ids: Iterable<number> };

type Topic = {
  version: () => number;
  /** False if the read is stale, or while heartbeats are missing. */
  isCurrent: (read: Read) => boolean;
  change: (id: number) => void;
};

/**
 * `catalogue`: ids of products whose stock changed. `lists`: changes of products, without ids. `sessions`: ids of
 * customers whose sessions changed.
 */
export type Changes = Record<'catalogue' | 'lists' | 'sessions', Topic> & {
  /** False before the subscription starts and while heartbeats do not return. */
  isKnown: () => boolean;
  start: () => void;
  stop: () => Promise<void>;
};

/**
 * Invalidates caches on database notifications (db/functions.sql). PostgreSQL delivers these in commit order, so a
 * heartbeat that returns proves that all earlier ones arrived, despite lost connections and poolers that drop
 * notifications.
 */
export function createChanges(database: Database, { knownWithinMs = KNOWN_WITHIN_MS } = {}): Changes {
  let subscription: Subscription | undefined;
  const heartbeat = createHeartbeat({ kind: database.kind, knownWithinMs }, (text) => subscription?.send(text));
  const topic = () => createTopic(heartbeat.isKnown);
  const topics = { catalogue: topic(), lists: topic(), sessions: topic() };
  const byName = new Map(Object.entries(topics));

  function onNotice(text: string): void {
    const [name = '', id] = text.split(' ');
    const topic = byName.get(name);
    if (!topic) heartbeat.hear(text);
    else if (id === undefined) topic.changeAll();
    else topic.change(Number(id));
  }

  function onListening(): void {
    for (const topic of byName.values()) topic.changeAll();
    heartbeat.listening();
  }

  return {
    ...topics,
    isKnown: heartbeat.isKnown,
    start() {
      subscription ??= database.subscribe({ channel: CHANNEL, onListening, onNotice });
    },
    async stop() {
      heartbeat.stop();
      await subscription?.stop();
    },
  };
}

function createTopic(isKnown: () => boolean): Topic & { changeAll: () => void } {
  const changedAt = new Map<number, number>();
  let version = 0;
  let allChangedAt = 0;
  const hasChanged = (read: Read): boolean => {
    if (changedAt.size > 0) for (const id of read.ids) if ((changedAt.get(id) ?? 0) > read.version) return true;
    return false;
  };
  const changeAll = (): void => {
    version += 1;
    allChangedAt = version;
    changedAt.clear();
  };
  return {
    version: () => version,
    isCurrent: (read) => isKnown() && read.version >= allChangedAt && !hasChanged(read),
    change(id) {
      if (changedAt.size >= MAX_IDS) return changeAll();
      version += 1;
      changedAt.set(id, version);
    },
    changeAll,
  };
}

/** The embedded database loses no notifications, so it needs no heartbeat. */
function createHeartbeat(
  { kind, knownWithinMs }: { kind: DatabaseKind; knownWithinMs: number },
  send: (text: string) => Promise<void> | undefined,
) {
  const prefix = `heartbeat ${randomUUID()} `;
  let knownUntil = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  let isUnderWay = false;
  /**
   * Sends one heartbeat at a time, so that they do not pile up while the database is down. Ignores errors, because
   * queries report them.
   */
  async function beat(): Promise<void> {
    if (isUnderWay) return;
    isUnderWay = true;
    await send(prefix + performance.now())?.catch(() => undefined);
    isUnderWay = false;
  }

  return {
    isKnown: () => knownUntil > performance.now(),
    listening() {
      if (kind === 'embedded') knownUntil = Number.POSITIVE_INFINITY;
      else {
        void beat();
        timer ??= setInterval(() => void beat(), HEARTBEAT_MS).unref();
      }
    },
    hear(text: string) {
      if (timer === undefined || !text.startsWith(prefix)) return;
      knownUntil = Math.max(knownUntil, Number(text.slice(prefix.length)) + knownWithinMs);
    },
    stop() {
      knownUntil = Number.NEGATIVE_INFINITY;
      clearInterval(timer);
      timer = undefined;
    },
  };
}
