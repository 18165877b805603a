import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { plainHeaders } from '#server/platform/http/security.ts';
import type { Settings } from '#server/settings.ts';
import { root } from './source-files.ts';

function readLines(file: string): string[] {
  const lines = readFileSync(join(root, 'deploy', file), 'utf8').split('\n');
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !/^[#;]/.test(line));
}

describe('proxies in deploy/', () => {
  it.each([
    ['nginx.conf', ['proxy_set_header traceparent "";', 'proxy_set_header tracestate "";']],
    ['haproxy.cfg', ['http-request del-header traceparent', 'http-request del-header tracestate']],
    ['Caddyfile', ['header_up -traceparent', 'header_up -tracestate']],
  ])('removes trace headers that clients send: %s', (file, lines) => {
    expect(readLines(file)).toEqual(expect.arrayContaining(lines));
  });

  it.each(['nginx.conf', 'haproxy.cfg', 'Caddyfile'])(
    "sends the shop's content security policy with the proxy's own responses: %s",
    (file) => {
      const found = readLines(file).flatMap(
        (line) => /"(default-src [^"]+)"/.exec(line)?.[1]?.replaceAll('; ', ';') ?? [],
      );
      const shops = new Map(plainHeaders({ publicUrl: 'https://shop.example' } as Settings));
      expect(new Set(found)).toEqual(new Set([shops.get('content-security-policy')]));
    },
  );

  it.each([
    ['nginx.conf', 'charset utf-8;'],
    [
      'haproxy.cfg',
      'http-after-response set-header Content-Type "text/html; charset=utf-8" if { res.hdr(Content-Type) -m str text/html }',
    ],
  ])("declares the charset of the proxy's own pages: %s", (file, line) => {
    expect(readLines(file)).toContain(line);
  });

  it('keeps request URLs out of the log: nginx.conf', () => {
    const [format = ''] = readLines('nginx.conf').filter((line) => line.startsWith('log_format'));
    expect(format.match(/\$\w+/g)).toEqual(
      ['remote_addr', 'time_iso8601', 'request_method', 'status', 'body_bytes_sent', 'request_time', 'request_id'].map(
        (name) => `$${name}`,
      ),
    );
  });

  it('keeps request URLs and headers out of the log: Caddyfile', () => {
    const [first, ...rest] = readLines('Caddyfile');
    const globals = rest.slice(0, rest.indexOf('(own_headers) {'));
    expect(first).toBe('{');
    expect(globals.join(' ')).toContain(
      'log { format filter { wrap json fields { request>uri delete request>headers delete } } }',
    );
  });
});

type Compose = { services: { database: { command: string[] } } };
type Patroni = { restapi: { ciphers: string }; postgresql: { parameters: Record<string, string> } };

const readYaml = (file: string) => parse(readFileSync(join(root, 'deploy', file), 'utf8'));
const command = (readYaml('compose.yaml') as Compose).services.database.command;
const patroni = readYaml('failover/patroni.yml') as Patroni;

function readSetting(file: string, name: string): string {
  const line = readLines(file).find((candidate) => candidate.startsWith(`${name} `)) ?? '';
  return line.slice(name.length).replace(/^[ =]+|;$/g, '');
}

it.each([
  ['nginx', readSetting('nginx.conf', 'ssl_ciphers')],
  ['HAProxy', readSetting('haproxy.cfg', 'ssl-default-bind-ciphers')],
  ['compose.yaml (PostgreSQL)', command.find((word) => word.startsWith('--ssl_ciphers='))?.split('=')[1] ?? ''],
  ['patroni.yml (PostgreSQL)', patroni.postgresql.parameters.ssl_ciphers ?? ''],
  ['Patroni', patroni.restapi.ciphers],
  ['PgBouncer (client connections)', readSetting('failover/pgbouncer.ini', 'client_tls_ciphers')],
  ['PgBouncer (PostgreSQL connections)', readSetting('failover/pgbouncer.ini', 'server_tls_ciphers')],
])(
  'allows only TLS 1.2 suites with forward secrecy and authenticated encryption: %s in deploy/',
  (_program, suites) => {
    const weak = suites
      .split(':')
      .filter((suite) => !/^ECDHE-(ECDSA|RSA)-(AES\d{3}-GCM-SHA\d{3}|CHACHA20-POLY1305)$/.test(suite));
    expect(weak).toEqual([]);
  },
);

it("keeps data values out of PostgreSQL's error log in deploy/", () => {
  expect(command).toContain('--log_error_verbosity=terse');
  expect(patroni.postgresql.parameters.log_error_verbosity).toBe('terse');
});
