import type { Answer } from '#web/shared/api/call-types.ts';
import { isRecord, readJson, readText, writeJson, writeText } from '#web/shared/state/storage.ts';

/** What makes this device a till: its key, whose it is and what it is called. */
export type Device = Answer<'POST seller/till/enrol'>;

const KEPT = 'till';
const TRIAL = 'till-trial';

export function readDevice(): Device | null {
  return readJson(KEPT, isDevice);
}

/** Null: it is no till any more. */
export function keepDevice(device: Device | null): void {
  writeJson(KEPT, device);
}

/** Tried with more than a device needs, and read again: some browsers take what they do not keep. */
export function canKeepDevice(): boolean {
  const trial = 'x'.repeat(2_000);
  writeText(TRIAL, trial);
  const isKept = readText(TRIAL) === trial;
  writeText(TRIAL, null);
  return isKept;
}

/** The code of a link as it is opened or pasted; what is no link counts as the code itself. */
export function codeOfLink(text: string): string {
  return text.trim().replace(/^.*#/, '');
}

function isDevice(value: unknown): value is Device {
  return isRecord(value) && typeof value.key === 'string' && typeof value.name === 'string' && isRecord(value.seller);
}
