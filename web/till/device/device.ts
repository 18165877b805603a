import type { Answer } from '#web/shared/api/call-types.ts';
import { isRecord, readJson, readText, writeJson, writeText } from '#web/shared/state/storage.ts';

export type Device = Answer<'POST seller/till/enrol'>;

const KEPT = 'till';
const TRIAL = 'till-trial';

export function readDevice(): Device | null {
  return readJson(KEPT, isDevice);
}

export function saveDevice(device: Device | null): void {
  writeJson(KEPT, device);
}

/**
 * Returns whether the browser keeps stored data. Writes a long text, because some browsers accept writes without
 * storing them.
 */
export function canKeepDevice(): boolean {
  const trial = 'x'.repeat(2_000);
  writeText(TRIAL, trial);
  const isKept = readText(TRIAL) === trial;
  writeText(TRIAL, null);
  return isKept;
}

/** Returns the code of an enrolment link (the part after '#'), or the text itself. */
export function extractLinkCode(text: string): string {
  return text.trim().replace(/^.*#/, '');
}

function isDevice(value: unknown): value is Device {
  return isRecord(value) && typeof value.key === 'string' && typeof value.name === 'string' && isRecord(value.seller);
}
