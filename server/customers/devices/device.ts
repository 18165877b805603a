import type { FastifyRequest } from 'fastify';
import type { Device, PasskeyDevice } from '#contract/shapes/device.ts';

export { HISTORY_MS, hasDeviceHistory } from './customer-devices-store.ts';

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
