const systems = ['iphone', 'ipad', 'mac', 'android', 'chromebook', 'windows', 'linux'] as const;

export const devices = [...systems, 'other'] as const;
export type Device = (typeof devices)[number];

export const passkeyDevices = [...systems, 'phone_nearby', 'security_key', 'other'] as const;
export type PasskeyDevice = (typeof passkeyDevices)[number];
