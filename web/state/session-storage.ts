import { DEFAULT_COUNTRY } from '#contract/rules/limits.ts';
import { isRecord, readJson, readText, writeJson, writeText } from './storage.ts';

/** What outlives the page (decisions 0b): token as plain text, token_ttl as the expiry in milliseconds. */
export type StoredSession = {
  token: string;
  token_ttl: number;
  country_code: string;
  currency_rate: { USD: number } | null;
  mobile: string;
};

/** A token without a readable expiry counts as expired. */
export function readSession(): StoredSession {
  return {
    token: readText('token') ?? '',
    token_ttl: Number(readText('token_ttl')) || 0,
    country_code: readText('country_code') ?? DEFAULT_COUNTRY,
    currency_rate: readJson('currency_rate', isRate),
    mobile: readText('mobile') ?? '',
  };
}

/** Writes every key; empty ones are removed. */
export function writeSession({ token, token_ttl, country_code, currency_rate, mobile }: StoredSession): void {
  writeText('token', token);
  writeText('token_ttl', token === '' ? null : String(token_ttl));
  writeText('country_code', country_code === DEFAULT_COUNTRY && token === '' ? null : country_code);
  writeJson('currency_rate', currency_rate);
  writeText('mobile', mobile);
}

function isRate(value: unknown): value is { USD: number } {
  return isRecord(value) && typeof value.USD === 'number';
}
