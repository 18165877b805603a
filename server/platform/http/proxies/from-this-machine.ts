import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

const SENDER_LISTS = ['x-forwarded-for', 'x-real-ip'];
const SIGNS_OF_A_PROXY = ['forwarded', 'via'];

/**
 * A local proxy also connects from loopback, so every forwarded address must be loopback. The Host must be loopback as
 * well, because a web page may use a domain that resolves to this machine.
 */
function isFromThisMachine({ raw, headers }: Pick<FastifyRequest, 'raw' | 'headers'>): boolean {
  const senders = SENDER_LISTS.flatMap((name) => String(headers[name] ?? '').split(',')).map((sender) => sender.trim());
  return (
    isLoopback(raw.socket.remoteAddress ?? '') &&
    senders.every((sender) => sender === '' || isLoopback(sender)) &&
    SIGNS_OF_A_PROXY.every((name) => headers[name] === undefined) &&
    isLoopbackName(headers.host ?? '')
  );
}

type Exposed = { production: boolean; METRICS_PORT?: number | undefined };

/** Returns false in production, where a local proxy that forwards raw connections would make all clients look local. */
export function mayReadDetails({ production, METRICS_PORT }: Exposed, request: FastifyRequest): boolean {
  return !production && METRICS_PORT === undefined && isFromThisMachine(request);
}

export function isLoopbackName(host: string): boolean {
  const name = host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || isLoopback(name);
}

function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
