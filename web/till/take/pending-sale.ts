import { isRecord, readJson, writeJson } from '#web/shared/state/storage.ts';

/** A sale that got no response is resent with the same idempotency key, even after a reload. */
export type PendingSale = {
  key: string;
  at: number;
  last4: string;
  body: { code: string; pin?: string; amount: number };
};

const KEPT = 'till-sale';
/** The server remembers idempotency keys for a day; resending a sale later could charge twice. */
const ASKED_WITHIN_MS = 23 * 60 * 60_000;

export function readPendingSale(): PendingSale | null {
  return readJson(KEPT, isPendingSale);
}

export function savePendingSale(sale: PendingSale | null): void {
  writeJson(KEPT, sale);
}

export const canAskAgain = ({ at }: PendingSale): boolean => Date.now() - at < ASKED_WITHIN_MS;

function isPendingSale(value: unknown): value is PendingSale {
  return isRecord(value) && typeof value.key === 'string' && typeof value.at === 'number' && isRecord(value.body);
}
