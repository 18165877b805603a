import { expect, it } from 'vitest';
import { detectPasskeyDevice } from './device.ts';

const ownTransports = ['internal', 'hybrid'];

it.each([
  ['iphone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1'],
  ['ipad', 'Mozilla/5.0 (iPad; CPU OS 17_7 like Mac OS X) AppleWebKit/605.1.15 Version/17.7 Safari/604.1'],
  ['android', 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'],
  ['chromebook', 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'],
  ['mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15'],
  ['windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'],
  ['linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ['other', ''],
])('recognises the system of a passkey made on this device: %s', (device, userAgent) => {
  expect(detectPasskeyDevice({ userAgent, transports: ownTransports })).toBe(device);
  expect(detectPasskeyDevice({ userAgent, transports: [] })).toBe(device);
});

it.each([
  ['phone_nearby', ['hybrid']],
  ['security_key', ['usb', 'nfc']],
])('recognises a passkey made elsewhere as %s, whatever system the browser runs on', (device, transports) => {
  expect(detectPasskeyDevice({ userAgent: 'Windows NT 10.0', transports })).toBe(device);
});
