import { randomUUID } from 'node:crypto';
import type { Database, DatabaseKind, Subscription } from './database.ts';

const CHANNEL = 'changes';
/** A change is known everywhere within so many milliseconds, or nothing that was kept is used. */
const KNOWN_WITHIN_MS = 1_000;
const HEARTBEAT_MS = 300;
/** Ids that changed one by one; with more of them everything counts as changed. */
const MOST_IDS = 10_000;

/** What was read at a version of a topic, of the rows with these ids. */
export type Read = { version: number; ids: Iterable<number> };

/** What may change, counted in versions that this process alone knows. */
type Topic = {
  version: () => number;
  /** Whether what was read is still so; false, too, while that is not known. */
  isCurrent: (read: Read) => boolean;
  /** What is kept of this id is given up. */
  change: (id: number) => void;
};

/**
 * `catalogue`: ids are products, of which only the number in stock changed. `lists`: which products there are, and what
 * stands in their own rows. `sessions`: ids are customers.
 */
export type Changes = Record<'catalogue' | 'lists' | 'sessions', Topic> & {
  /** Whether this process knows what the others change: not before it listens, and not while it hears nothing. */
  isKnown: () => boolean;
  start: () => void;
  stop: () => Promise<void>;
};

/**
 * Hears by notices of the database (db/functions.sql) of every change to what processes keep, whoever makes it. On
 * PostgreSQL a heartbeat takes the same way: notices come in the order of their commits, so one that is back says that
 * everything before it has arrived. Neither a lost connection nor a pooler that swallows notices leaves what is old in
 * use. `knownWithinMs`: longer where a test must not depend on the speed of its machine.
 */
export function createChanges(database: Database, { knownWithinMs = KNOWN_WITHIN_MS } = {}): Changes {
  let subscription: Subscription | undefined;
  const heartbeat = createHeartbeat({ kind: database.kind, knownWithinMs }, (text) => subscription?.send(text));
  const topic = () => createTopic(heartbeat.isKnown);
  const topics = { catalogue: topic(), lists: topic(), sessions: topic() };
  const byName = new Map(Object.entries(topics));

  /** `catalogue`, `catalogue 12`, `sessions 7`, or a heartbeat. */
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
      if (changedAt.size >= MOST_IDS) return changeAll();
      version += 1;
      changedAt.set(id, version);
    },
    changeAll,
  };
}

/** On the embedded database there is none: it hears itself, and nothing gets lost on the way. */
function createHeartbeat(
  { kind, knownWithinMs }: { kind: DatabaseKind; knownWithinMs: number },
  send: (text: string) => Promise<void> | undefined,
) {
  const own = `heartbeat ${randomUUID()} `;
  let knownUntil = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  let isUnderWay = false;
  /**
   * It says when it was sent. Where it does not arrive nothing is kept: whoever needs the database says why. One at a
   * time, so that none wait for a database that is gone, and are all sent when it is back.
   */
  async function beat(): Promise<void> {
    if (isUnderWay) return;
    isUnderWay = true;
    await send(own + performance.now())?.catch(() => undefined);
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
      if (timer === undefined || !text.startsWith(own)) return;
      knownUntil = Math.max(knownUntil, Number(text.slice(own.length)) + knownWithinMs);
    },
    stop() {
      knownUntil = Number.NEGATIVE_INFINITY;
      clearInterval(timer);
      timer = undefined;
    },
  };
}
