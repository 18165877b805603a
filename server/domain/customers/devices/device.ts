import type { FastifyRequest } from 'fastify';
import type { Device, PasskeyDevice } from '#contract/shapes/device.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { readBrowser } from '#server/platform/http/device-cookie.ts';
import type { Settings } from '#server/settings.ts';
import type { Session } from '../sessions/sessions.ts';
import { hasAnyDevice, hasDeviceHistory } from './customer-devices-store.ts';
import { HISTORY_MS } from './history-rules.ts';

/** `passkeySince`: when the session's passkey was added. `browser`: hash of the device cookie, or null. */
export type CallingDevice = Pick<Session, 'customerId' | 'passkeySince' | 'tokenHash'> & { browser: string | null };

export function identifyCallingDevice(
  { customer: { customerId, passkeySince, tokenHash }, request }: { customer: Session; request: FastifyRequest },
  settings: Pick<Settings, 'publicUrl'>,
): CallingDevice {
  return { customerId, passkeySince, tokenHash, browser: readBrowser({ request, settings }) };
}

/** Returns the hash of the device cookie, or of the session token for clients without cookies. */
export const deviceName = ({ browser, tokenHash }: CallingDevice): string => browser ?? tokenHash;

export async function isNewDevice(handle: Handle, device: CallingDevice, now: Date): Promise<boolean> {
  return !(await hasDeviceHistory(handle, { ...device, now }));
}

/** Returns true if this browser, or another one that has used the account, stores our device cookie. */
export async function canRecognizeDevices(handle: Handle, { browser, customerId }: CallingDevice): Promise<boolean> {
  return browser !== null || (await hasAnyDevice(handle, customerId));
}

/** A newer passkey does not count, because it proves no more than the code that added it. */
export function hasOldPasskey({ passkeySince }: Pick<CallingDevice, 'passkeySince'>, now: Date): boolean {
  return passkeySince !== null && now.getTime() - passkeySince.getTime() >= HISTORY_MS;
}

/** The order matters, because Android and Chromebooks also claim to be Linux, and iPhones claim to be Macs. */
const SYSTEMS: readonly [RegExp, Device][] = [
  [/iPhone|iPod/, 'iphone'],
  [/iPad/, 'ipad'],
  [/Android/, 'android'],
  [/CrOS/, 'chromebook'],
  [/Macintosh/, 'mac'],
  [/Windows/, 'windows'],
  [/Linux/, 'linux'],
];

export const readUserAgent = ({ headers }: Pick<FastifyRequest, 'headers'>): string => headers['user-agent'] ?? '';

export function detectDevice(userAgent: string): Device {
  return SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'other';
}

type MadeWith = { userAgent: string; transports: readonly string[] };

export function detectPasskeyDevice({ userAgent, transports }: MadeWith): PasskeyDevice {
  if (transports.length > 0 && !transports.includes('internal'))
    return transports.includes('hybrid') ? 'phone_nearby' : 'security_key';
  return detectDevice(userAgent);
}
