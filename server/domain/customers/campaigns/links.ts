import { randomUUID } from 'node:crypto';
import type { Context } from '#server/context.ts';
import { recordAction } from '#server/domain/operators/record-action.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { type Actor, actorName } from '#server/platform/kernel/actor.ts';
import type { SessionKeys } from '#server/platform/kernel/secrets.ts';
import { revokeSessionsOfLink } from '../sessions/sessions-store.ts';
import { LINK_LIFE_MS, type LinkInput, signCampaignLink } from '../sign-in/campaign-link.ts';
import { insertLink, type LinkRow, listLinksByMobile, revoke } from '../sign-in/links-store.ts';

export type { LinkRow } from '../sign-in/links-store.ts';

type Signing = Pick<Context, 'clock'> & { secrets: SessionKeys };
type Parts = Signing & Pick<Context, 'database'>;
export type NewLink = LinkInput & { actor: Actor };

/** Signs a link. Call `keep` in the transaction that sends it, to record it. */
export async function signLink(
  context: Signing,
  { actor, ...link }: NewLink,
): Promise<{ jwt: string; keep: (tx: Transaction, options: { sent: boolean }) => Promise<void> }> {
  const jti = randomUUID();
  const madeAt = context.clock.now();
  const { lifeMs = LINK_LIFE_MS, mobile, campaignId = null, productId = null } = link;
  const expiresAt = new Date(madeAt.getTime() + lifeMs);
  const row = { jti, mobile, campaignId, productId, madeBy: actorName(actor), madeAt, expiresAt };
  return {
    jwt: await signCampaignLink(context, { ...link, jti }),
    async keep(tx, { sent }) {
      const id = await insertLink(tx, { ...row, sent });
      const action = sent ? 'campaign.sent' : 'link.made';
      const after = { campaignId, productId, expiresAt };
      await recordAction({ actor, clock: context.clock }, tx, { action, subject: `link ${id}`, after });
    },
  };
}

export async function issueCampaignLink(context: Parts, link: NewLink): Promise<string> {
  const { jwt, keep } = await signLink(context, link);
  await context.database.transaction((tx) => keep(tx, { sent: false }));
  return jwt;
}

export function listLinks({ database }: Pick<Parts, 'database'>, mobile: string): Promise<LinkRow[]> {
  return listLinksByMobile(database.orm, mobile);
}

/** Revokes a link and ends the sessions that it opened. Returns null for an unknown id. */
export function revokeLink(
  parts: Pick<Parts, 'database' | 'clock'>,
  { id, actor }: { id: number; actor: Actor },
): Promise<{ link: LinkRow; sessions: number } | null> {
  return parts.database.transaction(async (tx) => {
    const link = await revoke(tx, id);
    if (!link) return null;
    const ended = await revokeSessionsOfLink(tx, { jti: link.jti, now: parts.clock.now() });
    const after = { revoked: true, sessionsEnded: ended.length };
    await recordAction({ actor, clock: parts.clock }, tx, { action: 'link.revoked', subject: `link ${id}`, after });
    return { link, sessions: ended.length };
  });
}
