import type { FastifyRequest } from 'fastify';
import type { Device, PasskeyDevice } from '#contract/shapes/device.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { browserOf } from '#server/platform/http/device-cookie.ts';
import type { Settings } from '#server/settings.ts';
import type { Session } from '../sessions/sessions.ts';
import { hasAnyDevice, hasDeviceHistory } from './customer-devices-store.ts';
import { HISTORY_MS } from './history-rules.ts';

/**
 * Where a call comes from. `passkeySince`: when the passkey that opened its session was added. `browser`: the hash of
 * the cookie that came with it; null of a client that keeps none.
 */
export type CallingDevice = Pick<Session, 'customerId' | 'passkeySince' | 'tokenHash'> & { browser: string | null };

export function callingDevice(
  { customer: { customerId, passkeySince, tokenHash }, request }: { customer: Session; request: FastifyRequest },
  settings: Pick<Settings, 'publicUrl'>,
): CallingDevice {
  return { customerId, passkeySince, tokenHash, browser: browserOf({ request, settings }) };
}

/** The name that payments keep of a device: the hash of its cookie, or the session of a client that keeps none. */
export const deviceName = ({ browser, tokenHash }: CallingDevice): string => browser ?? tokenHash;

/** Whether the account has no history in this browser. */
export async function isNewDevice(handle: Handle, device: CallingDevice, now: Date): Promise<boolean> {
  return !(await hasDeviceHistory(handle, { ...device, now }));
}

/** Whether a client that keeps our cookie calls, or has signed in to its account. */
export async function knowsDevices(handle: Handle, { browser, customerId }: CallingDevice): Promise<boolean> {
  return browser !== null || (await hasAnyDevice(handle, customerId));
}

/** A passkey speaks for the customer once it is 24 hours old: a new one proves no more than the code before it. */
export function hasOldPasskey({ passkeySince }: Pick<CallingDevice, 'passkeySince'>, now: Date): boolean {
  return passkeySince !== null && now.getTime() - passkeySince.getTime() >= HISTORY_MS;
}

/** The first that fits: Android and Chromebooks say Linux, too, and an iPhone says Mac. */
const SYSTEMS: readonly [RegExp, Device][] = [
  [/iPhone|iPod/, 'iphone'],
  [/iPad/, 'ipad'],
  [/Android/, 'android'],
  [/CrOS/, 'chromebook'],
  [/Macintosh/, 'mac'],
  [/Windows/, 'windows'],
  [/Linux/, 'linux'],
];

export const userAgentOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string => headers['user-agent'] ?? '';

/** What a browser runs on. */
export function deviceOf(userAgent: string): Device {
  return SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'other';
}

type MadeWith = { userAgent: string; transports: readonly string[] };

/** What a passkey was made with: the device of the browser, a phone that scanned its QR code, or a key of its own. */
export function passkeyDevice({ userAgent, transports }: MadeWith): PasskeyDevice {
  if (transports.length > 0 && !transports.includes('internal'))
    return transports.includes('hybrid') ? 'phone_nearby' : 'security_key';
  return deviceOf(userAgent);
}
