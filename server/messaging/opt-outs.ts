import type { Context } from '../context.ts';
import * as store from './opt-outs-store.ts';

type Asking = Pick<Context, 'database' | 'integrations'>;

/** True for a mobile that wants no more campaign messages of the present sender. */
export function hasOptedOut({ database, integrations }: Asking, mobile: string): Promise<boolean> {
  return store.hasOptedOut(database.orm, { mobile, sender: integrations.messages.campaignSender });
}

/** The carrier knows of a STOP that never came to us. */
export async function optOutByCarrier({ database, integrations, clock }: Context, mobile: string): Promise<void> {
  const sender = integrations.messages.campaignSender;
  await store.optOut(database.orm, { mobile, sender, word: 'carrier', now: clock.now() });
}
