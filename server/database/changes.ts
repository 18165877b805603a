import { randomUUID } from 'node:crypto';
import type { Database } from './database.ts';

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

/** `catalogue`: ids are products, of which only the number in stock changed. `sessions`: ids are customers. */
export type Changes = Record<'catalogue' | 'sessions', Topic> & {
  /** Whether this process knows what the others change: not before it listens, and not while it hears nothing. */
  isKnown: () => boolean;
  start: () => void;
  stop: () => Promise<void>;
};

/**
 * Hears by notices of the database (db/functions.sql) of every change to what processes keep, whoever makes it. On
 * PostgreSQL a heartbeat takes the same way: notices come in the order of their commits, so one that is back says that
 * everything before it has arrived. Neither a lost connection nor a pooler that swallows notices leaves what is old in
 * use.
 */
export function createChanges(database: Database): Changes {
  const heartbeat = createHeartbeat(database);
  const topics = { catalogue: createTopic(heartbeat.isKnown), sessions: createTopic(heartbeat.isKnown) };
  const byName = new Map(Object.entries(topics));
  let stopListening: (() => Promise<void>) | undefined;

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
      stopListening ??= database.subscribe({ channel: CHANNEL, onListening, onNotice });
    },
    async stop() {
      heartbeat.stop();
      await stopListening?.();
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

/** The embedded database hears itself: nothing gets lost on the way. */
function createHeartbeat(database: Database) {
  const own = `heartbeat ${randomUUID()}`;
  let sent = { text: '', at: 0 };
  let beats = 0;
  let knownUntil = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  function beat(): void {
    beats += 1;
    sent = { text: `${own} ${beats}`, at: performance.now() };
    // Where it does not arrive nothing is kept: that the database cannot be reached is said by whoever needs it.
    // Nothing of it is worth waiting for a disk.
    const statement = `select set_config('synchronous_commit', 'off', true), pg_notify('${CHANNEL}', $1)`;
    database.query(statement, [sent.text]).catch(() => undefined);
  }

  return {
    isKnown: () => knownUntil > performance.now(),
    listening() {
      if (database.kind === 'embedded') knownUntil = Number.POSITIVE_INFINITY;
      else {
        beat();
        timer ??= setInterval(beat, HEARTBEAT_MS).unref();
      }
    },
    hear(text: string) {
      if (text === sent.text) knownUntil = sent.at + KNOWN_WITHIN_MS;
    },
    stop() {
      knownUntil = Number.NEGATIVE_INFINITY;
      sent.text = '';
      clearInterval(timer);
    },
  };
}
