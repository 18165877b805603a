import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** Headers in which proxies say for whom they ask, as a list of addresses. */
const SENDER_LISTS = ['x-forwarded-for', 'x-real-ip'];
/** Headers by which a proxy is known, whatever they say. */
const SIGNS_OF_A_PROXY = ['forwarded', 'via'];

/**
 * Whether a program on this machine asks for itself. A proxy on this machine asks from loopback, too, for anybody: so
 * every address it names must be loopback, and so must the name that was called (a proxy may hand on the shop's own, a
 * web page may call a name of its own that leads here). It does not depend on TRUST_PROXY.
 */
function isFromThisMachine({ raw, headers }: Pick<FastifyRequest, 'raw' | 'headers'>): boolean {
  const senders = SENDER_LISTS.flatMap((name) => String(headers[name] ?? '').split(',')).map((one) => one.trim());
  return (
    isLoopback(raw.socket.remoteAddress ?? '') &&
    senders.every((sender) => sender === '' || isLoopback(sender)) &&
    SIGNS_OF_A_PROXY.every((name) => headers[name] === undefined) &&
    isLoopbackName(headers.host ?? '')
  );
}

type Exposed = { production: boolean; METRICS_PORT?: number | undefined };

/**
 * Whether PORT answers figures and details of services: outside production, to programs on this machine. In production a
 * proxy on this machine that hands on connections as they are would let anybody be such a program, so only METRICS_PORT
 * answers them.
 */
export function mayReadDetails({ production, METRICS_PORT }: Exposed, request: FastifyRequest): boolean {
  return !production && METRICS_PORT === undefined && isFromThisMachine(request);
}

/** Of a name or an address, with a port or without. */
export function isLoopbackName(host: string): boolean {
  const name = host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || isLoopback(name);
}

function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
