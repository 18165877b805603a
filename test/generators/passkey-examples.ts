import type { OpenSession } from '#contract/sign-in.ts';
import { createAuthenticator } from '#test/fakes/authenticator.ts';
import type { Make } from './call-examples.ts';

export async function exercisePasskeys(make: Make, publicUrl: string): Promise<void> {
  const device = createAuthenticator(publicUrl);
  const { options: creation } = await make('POST mobiledigital/newpasskey');
  const { passkey } = await make('POST mobiledigital/addpasskey', { body: { credential: device.create(creation) } });
  const { options: request } = await make('POST mobiledigital/passkeychallenge');
  await make('POST mobiledigital/passkeysignin', { body: { credential: device.get(request) } });
  await make('GET mobiledigital/passkeys');
  const { sessions } = await make('GET mobiledigital/sessions');
  const ids = sessions.flatMap(({ id, is_this }: OpenSession) => (is_this ? [] : [id]));
  await make('POST mobiledigital/endsessions', { body: { ids } });
  await make('POST mobiledigital/removepasskey', { body: { id: passkey.id } });
}
