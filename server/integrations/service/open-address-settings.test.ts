import { expect, it } from 'vitest';
import { realProduction } from '#test/support/real-production.ts';
import { readSettings } from '../../settings.ts';

const postgres = (rest: string) => ({ DATABASE_URL: `postgres://u:p@${rest}` });
const photon = (PHOTON_URL: string) => ({ PLACES: 'photon', PHOTON_URL });
const traces = (OTEL_EXPORTER_OTLP_ENDPOINT: string) => ({ OTEL_EXPORTER_OTLP_ENDPOINT });

it.each<[Record<string, string>, string]>([
  [
    postgres('db.example/shop'),
    'DATABASE_URL connects to another machine without TLS, which production does not allow: w',
  ],
  [postgres('db.example/shop?sslmode=disable'), 'DATABASE_URL connects to another machine without TLS'],
  [postgres('db.example/shop?sslmode=prefer'), 'DATABASE_URL connects to another machine without TLS'],
  [postgres('localhost,db.example:5433/shop'), 'DATABASE_URL connects to another machine without TLS'],
  [postgres('localhost/shop?host=db.example'), 'DATABASE_URL connects to another machine without TLS'],
  [postgres('db.example/shop?host='), 'DATABASE_URL connects to another machine without TLS'],
  [postgres('/shop'), 'DATABASE_URL connects to another machine without TLS'],
  [
    { ...postgres('localhost/shop'), DATABASE_OWNER_URL: 'postgres://o:p@db.example/shop' },
    'DATABASE_OWNER_URL connects to another machine without TLS',
  ],
  [
    photon('http://photon.internal:2322'),
    'PHOTON_URL must begin with https in production, unless it points to this mac',
  ],
  [traces('http://traces.internal:4318'), 'OTEL_EXPORTER_OTLP_ENDPOINT must begin with https in production'],
])('rejects unencrypted connections to other machines in production: %j', (env, sentence) => {
  expect(() => readSettings({ ...realProduction, ...env })).toThrow(sentence);
  for (const exception of [{ NETWORK: 'encrypted' }, { DEMO: '1' }, { NODE_ENV: 'test' }])
    expect(readSettings({ ...realProduction, ...env, ...exception }).publicUrl).toBe('https://shop.example');
});

it.each([
  'db.example/shop?sslmode=require&sslmode=disable',
  'db.example/shop?host=localhost&host=db.example',
  'db.example/shop#?sslmode=verify-full',
  'db.example/shop?sslmode=verify-full?&sslmode=disable',
])('rejects an ambiguous database URL in production: %s', (rest) => {
  expect(() => readSettings({ ...realProduction, ...postgres(rest) })).toThrow(
    'DATABASE_URL is ambiguous: write each parameter only once, and # as %23.',
  );
});

it.each<Record<string, string>>([
  postgres('127.0.0.1:5432/shop'),
  postgres('[::1]:5432/shop'),
  postgres('localhost/shop'),
  { DATABASE_URL: 'postgres:///shop?host=/var/run/postgresql' },
  { DATABASE_URL: 'postgres://u@%2Fvar%2Frun%2Fpostgresql/shop' },
  postgres('db.example/shop?sslmode=verify-full&sslrootcert=/etc/ca.pem'),
  postgres('one.example,two.example/shop?sslmode=verify-full'),
  photon('https://photon.internal:2322'),
  photon('http://127.0.0.1:2322'),
  traces('http://localhost:4318'),
])('accepts local and encrypted connections in production: %j', (env) => {
  expect(readSettings({ ...realProduction, ...env }).production).toBe(true);
});
