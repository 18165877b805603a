import type { CustomerAddress } from '#contract/shapes/customer.ts';
import type { RunningServer } from './server.ts';
import type { Session } from './signed-in.ts';

const secondAddress: CustomerAddress = {
  firstname: 'Robin',
  lastname: 'Vale',
  telephone: '+61491570110',
  street: ['7 Wattle Road', 'Rear flat'],
  city: 'Fitzroy',
  region: { region: 'Victoria', region_code: 'VIC', region_id: 574 },
  region_id: 574,
  postcode: '3065',
  country_id: 'AU',
};

export async function addSecondAddress(server: RunningServer, { token }: Session): Promise<number> {
  const { body: me } = await server.send('GET customers/me', { token });
  const body = { customer: { addresses: [...me.addresses, secondAddress] } };
  const changed = await server.send('PUT customers/me', { token, body });
  const id = changed.body.addresses?.at(-1)?.id;
  if (changed.status !== 200 || id === undefined) throw new Error(`Not saved: ${JSON.stringify(changed.body)}`);
  return id;
}

export const typedAddress = {
  Fullname: 'Sam Reed',
  Mobile: '0491570111',
  'Street address': '5 Banksia Lane',
  Suburb: 'Manly',
  Postcode: '2095',
} as const;
