import { CODE_LIFE_MS } from '#contract/rules/limits.ts';
import type { Context } from '#server/context.ts';
import { awaitAll } from '#server/platform/database/handle.ts';
import { lockUntilCommit } from '#server/platform/database/locks.ts';
import { takeNextId } from '#server/platform/database/rows.ts';
import { toAllocation, toClientKey, toNetwork } from '#server/platform/kernel/client-key.ts';
import { logSecurity } from '#server/platform/kernel/telemetry/security-events.ts';
import type { MessageRow } from '#server/platform/messaging/purposes.ts';
import { claimNewMessage } from '#server/platform/messaging/queue-message.ts';
import { createSignInCode, hashCode } from './code-hash.ts';
import {
  allowedTries,
  derivePrefix,
  knownDeviceLimits,
  secondsToWait,
  strangerLimits,
  workNeeded,
} from './code-limits.ts';
import { insertCode, type Requester, readSendRoom } from './codes-store.ts';
import { readWork } from './human-check.ts';
import { logFullDay, warnOfSpend } from './spend-notice.ts';

export function createRequester(
  address: string,
  request: Pick<Requester, 'channel' | 'recipient' | 'browser' | 'knownDevice'>,
): Requester {
  const clientKey = toClientKey(address);
  const networkKey = toNetwork(clientKey);
  const prefix = request.channel === 'sms' ? derivePrefix(request.recipient) : '';
  return { ...request, clientKey, networkKey, allocationKey: toAllocation(networkKey), prefix };
}

/** `wait`: seconds until the next code is allowed. `message` is null if no code is sent. */
export type Claim = { wait: number } | { tooLight: true } | { message: MessageRow | null; code: string };

/**
 * `token`: proof of the CAPTCHA (human check). `reaches`: if true, sends the code even if no customer has the
 * recipient.
 */
type Claiming = { requester: Requester; token: string; reaches: boolean; customerId?: number };

/**
 * Limits per requester also count codes for unknown recipients, so that responses do not reveal customers. Shared caps
 * count only codes that were sent.
 */
export async function claimCode(context: Context, { requester, ...claiming }: Claiming): Promise<Claim> {
  const { settings } = context;
  const { channel, recipient, knownDevice: isKnown } = requester;
  const work = readWork(context, claiming.token);
  const code = createSignInCode();
  const codeHash = await hashCode(context, code);
  const limits = (isKnown ? knownDeviceLimits : strangerLimits)(settings, channel);
  const claim = await context.database.transaction(async (tx): Promise<Claim> => {
    const now = context.clock.now();
    const [, room, id] = await awaitAll([
      // Serializes sends across processes, so that parallel requests cannot exceed the limits.
      lockUntilCommit(tx, 'codes'),
      readSendRoom(tx, { limits, requester, now }),
      takeNextId(tx, 'sign_in_codes'),
    ]);
    const { spend, isCustomer, paused } = room;
    const wait = secondsToWait({ limits, blocking: room.blocking, now });
    if (wait > 0) {
      logFullDay(context, { spend, requester });
      return { wait };
    }
    if (!isKnown && work < workNeeded(spend, settings)) return { tooLight: true };
    const isSent = claiming.reaches || isCustomer;
    if (isSent) await warnOfSpend(context, tx, { spend, requester, now });
    const expiresAt = new Date(now.getTime() + CODE_LIFE_MS);
    const mostTries = allowedTries({ isKnown, paused });
    const row = { ref: `code-${id}`, channel, purpose: 'code', recipient, signInCodeId: id } as const;
    const [, message] = await awaitAll([
      insertCode(tx, { ...requester, id, codeHash, mostTries, isSent, sentAt: now, expiresAt }),
      isSent ? claimNewMessage(tx, { ...row, now }) : null,
    ]);
    return { message, code };
  });
  if ('wait' in claim) {
    context.metrics.count('handsel_sign_in_codes_total', { outcome: 'limited' });
    const by = channel === 'sms' ? 'text' : 'mail';
    logSecurity(context.log, 'sign_in.code_limit', { customerId: claiming.customerId, by, retryAfter: claim.wait });
  }
  return claim;
}
