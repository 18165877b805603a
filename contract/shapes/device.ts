const systems = ['iphone', 'ipad', 'mac', 'android', 'chromebook', 'windows', 'linux'] as const;

/** What a browser runs on, as far as it says: customers know their sessions by it. */
export const devices = [...systems, 'other'] as const;
export type Device = (typeof devices)[number];

/** What a passkey was made with, as far as its browser says: customers know their passkeys by it. */
export const passkeyDevices = [...systems, 'phone_nearby', 'security_key', 'other'] as const;
export type PasskeyDevice = (typeof passkeyDevices)[number];
