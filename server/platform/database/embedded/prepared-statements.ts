import type { PGlite } from '@electric-sql/pglite';
import { createStatementNamer } from '../statement-names.ts';

type Send = PGlite['execProtocolStream'];
type Answers = Awaited<ReturnType<Send>>;

const LENGTH_AT = 1;
const PARSE_NAME_AT = 5;
const DESCRIBED_AT = 5;
const DESCRIBE_NAME_AT = 6;
const BIND_NAME_AT = 6;
const SYNC = Uint8Array.of('S'.charCodeAt(0), 0, 0, 0, 4);

/**
 * Prepares frequent statements, so that PGlite runs each in one call instead of six (parse, describe, bind, describe,
 * execute, sync).
 */
export function prepareStatements(pglite: PGlite): void {
  const send = pglite.execProtocolStream.bind(pglite);
  const nameStatement = createStatementNamer();
  const described = new Map<string, Answers>();
  let current: { name: string; bind?: Uint8Array; isDone?: true } | undefined;
  const parse: Send = (message, options) => {
    const text = readText(message);
    const name = text.includes('$1') ? nameStatement(text) : undefined;
    current = name === undefined ? undefined : { name };
    if (!name) return send(message, options);
    if (described.has(name)) return Promise.resolve([]);
    // Close the name first, because it may still be in use after a failed statement.
    return send(Buffer.concat([buildCloseMessage(name), insertName(message, PARSE_NAME_AT, name)]), options);
  };
  const describe: Send = async (message, options) => {
    if (!current) return send(message, options);
    const { name } = current;
    const cachedAnswers = described.get(name);
    const answers = cachedAnswers ?? (await send(insertName(message, DESCRIBE_NAME_AT, name), options));
    described.set(name, answers);
    const describesStatement = message[DESCRIBED_AT] === 'S'.charCodeAt(0);
    return describesStatement ? answers : answers.filter((answer) => answer.name !== 'parameterDescription');
  };
  const bind: Send = (message, options) => {
    if (!current) return send(message, options);
    current.bind = insertName(message, BIND_NAME_AT, current.name);
    return Promise.resolve([]);
  };
  const execute: Send = async (message, options) => {
    if (!current?.bind) return send(message, options);
    try {
      const answers = await send(Buffer.concat([current.bind, message, SYNC]), options);
      current.isDone = true;
      return answers;
    } catch (error) {
      described.delete(current.name);
      throw error;
    }
  };
  const sync: Send = (message, options) => {
    const isDone = current?.isDone;
    current = undefined;
    return isDone ? Promise.resolve([]) : send(message, options);
  };
  const ways: Record<string, Send> = { P: parse, D: describe, B: bind, E: execute, S: sync };
  pglite.execProtocolStream = (message, options) =>
    (ways[String.fromCharCode(message[0] ?? 0)] ?? send)(message, options);
}

function readText(message: Uint8Array): string {
  const from = PARSE_NAME_AT + 1;
  return Buffer.from(message.buffer, message.byteOffset + from, message.indexOf(0, from) - from).toString();
}

function insertName(message: Uint8Array, offset: number, name: string): Uint8Array {
  const whole = Buffer.concat([message.subarray(0, offset), Buffer.from(name), message.subarray(offset)]);
  whole.writeInt32BE(whole.length - LENGTH_AT, LENGTH_AT);
  return whole;
}

function buildCloseMessage(name: string): Uint8Array {
  const message = Buffer.from(`C\0\0\0\0S${name}\0`);
  message.writeInt32BE(message.length - LENGTH_AT, LENGTH_AT);
  return message;
}
