import type pg from 'pg';
import { operatorError } from '#server/platform/kernel/operator-error.ts';

export type PostgresHosts = {
  urls: readonly string[];
  url: () => string;
  giveUp: (url: string) => void;
  writable: boolean;
};

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)([^?]*)(?:\?(.*))?$/;
const ATTRIBUTE = 'target_session_attrs';
const WRITABLE: Record<string, boolean> = { any: false, 'read-write': true, primary: true };

/** Parses `postgres://user@one:5432,two:5432/shop?target_session_attrs=read-write` as libpq does. */
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
    // Several servers imply read-write, because the shop must be able to write.
    writable: attribute === null ? urls.length > 1 : (WRITABLE[attribute] ?? false),
  };
}

export function createHostClientClass(
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

export async function tryEachHost<Connected>(
  hosts: PostgresHosts,
  connect: () => Promise<Connected>,
): Promise<Connected> {
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
