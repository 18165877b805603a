import type { SellerContact } from '#contract/catalogue.ts';
import type { Context } from '#server/context.ts';
import { recordAction } from '#server/domain/operators/record-action.ts';
import type { Actor } from '#server/platform/kernel/actor.ts';
import { lockSeller, updateContact, updateGst } from './sellers-store.ts';

export async function changeContact(
  parts: Pick<Context, 'database' | 'clock'>,
  change: { shopUrl: string; contact: Partial<SellerContact>; actor: Actor },
): Promise<{ name: string; contact: SellerContact } | null> {
  return parts.database.transaction(async (tx) => {
    const seller = await lockSeller(tx, change.shopUrl);
    if (!seller) return null;
    const contact = { ...seller.contact, ...change.contact };
    await updateContact(tx, seller.id, contact);
    const act = { action: 'seller.contact_changed', subject: `seller ${change.shopUrl}` } as const;
    await recordAction({ actor: change.actor, clock: parts.clock }, tx, {
      ...act,
      before: seller.contact,
      after: contact,
    });
    return { name: seller.name, contact };
  });
}

/** Changes future sales only. Returns null for an unknown shop URL. */
export async function changeGst(
  parts: Pick<Context, 'database' | 'clock'>,
  { shopUrl, isRegistered, actor }: { shopUrl: string; isRegistered: boolean; actor: Actor },
): Promise<{ name: string } | null> {
  return parts.database.transaction(async (tx) => {
    const seller = await lockSeller(tx, shopUrl);
    if (!seller) return null;
    await updateGst(tx, seller.id, isRegistered);
    const change = { before: { registered: seller.gstRegistered }, after: { registered: isRegistered } };
    await recordAction({ actor, clock: parts.clock }, tx, {
      action: 'seller.gst_changed',
      subject: `seller ${shopUrl}`,
      ...change,
    });
    return { name: seller.name };
  });
}
