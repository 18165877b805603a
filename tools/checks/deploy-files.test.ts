import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { plainHeaders } from '#server/http/security.ts';
import type { Settings } from '#server/settings.ts';
import { root } from './source-files.ts';

/** The lines of a configuration in deploy/ without comments and blanks at either end. */
function linesOf(file: string): string[] {
  const lines = readFileSync(join(root, 'deploy', file), 'utf8').split('\n');
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !/^[#;]/.test(line));
}

describe('the proxies in deploy/', () => {
  test.each([
    ['nginx.conf', ['proxy_set_header traceparent "";', 'proxy_set_header tracestate "";']],
    ['haproxy.cfg', ['http-request del-header traceparent', 'http-request del-header tracestate']],
    ['Caddyfile', ['header_up -traceparent', 'header_up -tracestate']],
  ])('drop the trace that a customer names: %s', (file, lines) => {
    expect(linesOf(file)).toEqual(expect.arrayContaining(lines));
  });

  test.each(['nginx.conf', 'haproxy.cfg', 'Caddyfile'])(
    'give their own answers the content security policy that the shop gives: %s',
    (file) => {
      const found = linesOf(file).flatMap((line) => /"(default-src [^"]+)"/.exec(line)?.[1]?.replaceAll('; ', ';') ?? []);
      const shops = new Map(plainHeaders({ publicUrl: 'https://shop.example' } as Settings));
      expect(new Set(found)).toEqual(new Set([shops.get('content-security-policy')]));
    },
  );

  test.each([
    ['nginx.conf', 'charset utf-8;'],
    [
      'haproxy.cfg',
      'http-after-response set-header Content-Type "text/html; charset=utf-8" if { res.hdr(Content-Type) -m str text/html }',
    ],
  ])('name the encoding of their own pages: %s', (file, line) => {
    expect(linesOf(file)).toContain(line);
  });
});
