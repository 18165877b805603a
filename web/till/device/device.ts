import type { Answer } from '../../api/call-types.ts';
import { isRecord, readJson, writeJson } from '../../state/storage.ts';

/** What makes this device a till: its key, whose it is and what it is called. */
export type Device = Answer<'POST seller/till/enrol'>;

const KEPT = 'till';

export function readDevice(): Device | null {
  return readJson(KEPT, isDevice);
}

/** Null: it is no till any more. Returns whether it was kept. */
export function keepDevice(device: Device | null): boolean {
  return writeJson(KEPT, device);
}

/** The code of a link as it is opened or pasted; what is no link counts as the code itself. */
export function codeOfLink(text: string): string {
  return text.trim().replace(/^.*#/, '');
}

function isDevice(value: unknown): value is Device {
  return isRecord(value) && typeof value.key === 'string' && typeof value.name === 'string' && isRecord(value.seller);
}
