import type pg from 'pg';
import { operatorError } from '#server/platform/kernel/operator-error.ts';

/** The servers that DATABASE_URL names, of which one takes writes. */
export type PostgresHosts = {
  /** Their addresses, in the order they were named. */
  urls: readonly string[];
  /** The address of the one that is asked first now. */
  url: () => string;
  /** Says that this one cannot be used: from now on the next one is asked first. */
  giveUp: (url: string) => void;
  /** Only a server that takes writes will do. */
  writable: boolean;
};

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)([^?]*)(?:\?(.*))?$/;
const ATTRIBUTE = 'target_session_attrs';
const WRITABLE: Record<string, boolean> = { any: false, 'read-write': true, primary: true };

/** Reads `postgres://user@one:5432,two:5432/shop?target_session_attrs=read-write`, as PostgreSQL's own programs do. */
export function readPostgresHosts(databaseUrl: string): PostgresHosts {
  const [, scheme = '', hosts = '', path = '', query = ''] = PARTS.exec(databaseUrl) ?? [];
  const parameters = new URLSearchParams(query);
  const attribute = parameters.get(ATTRIBUTE);
  if (attribute !== null && WRITABLE[attribute] === undefined) {
    const sentence = `${ATTRIBUTE} in DATABASE_URL must be ${Object.keys(WRITABLE).join(' or ')}, not "${attribute}".`;
    throw operatorError({ code: 'setting', sentence });
  }
  parameters.delete(ATTRIBUTE);
  const rest = path + (parameters.size > 0 ? `?${parameters}` : '');
  const urls = hosts.split(',').map((host) => scheme + host + rest);
  let first = 0;
  return {
    urls,
    url: () => urls[first] as string,
    giveUp(url) {
      if (urls[first] === url) first = (first + 1) % urls.length;
    },
    // The shop writes: of several servers only the one that takes it will do, whether or not that was said.
    writable: attribute === null ? urls.length > 1 : (WRITABLE[attribute] ?? false),
  };
}

/** Makes a pool's connections by what `config` says when each is made. */
export function clientTo(
  Client: new (config: pg.ClientConfig) => pg.Client,
  config: () => pg.ClientConfig,
): new (
  options?: pg.ClientConfig,
) => pg.Client {
  return class extends Client {
    constructor(options?: pg.ClientConfig) {
      super({ ...options, ...config() });
    }
  };
}

/** Tries each server once, the next one where one cannot be used. */
export async function inTurn<Connected>(hosts: PostgresHosts, connect: () => Promise<Connected>): Promise<Connected> {
  for (let left = hosts.urls.length; ; left -= 1) {
    const url = hosts.url();
    try {
      return await connect();
    } catch (error) {
      hosts.giveUp(url);
      if (left === 1) throw error;
    }
  }
}
