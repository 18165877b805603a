import { z } from 'zod';
import { passkeyDevices } from './device.ts';

export const passkey = z.object({
  id: z.int(),
  device: z.enum(passkeyDevices),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
});
export type Passkey = z.output<typeof passkey>;
