import type { CarrierReports, DeliveryReport, HookAnswer, Hooks } from '#server/platform/ports/messages.ts';
import { twilioProblem, twilioReason } from './twilio-errors.ts';
import { isSignedByTwilio } from './twilio-signature.ts';

export const TWILIO_REPORTS = '/hooks/messages/twilio/receipts';
const REPLIES = '/hooks/messages/twilio/replies';

type Options = { publicUrl: string; authToken: string; messagingServiceSid: string };

/** Acknowledges and ignores statuses that report no outcome (accepted, queued). */
export function createTwilioHooks(options: Options, reports: CarrierReports): Hooks {
  const signed = (
    path: string,
    take: (params: URLSearchParams, query: URLSearchParams) => Promise<HookAnswer>,
  ): Hooks[string] => ({
    isFromCarrier({ headers, body, query }) {
      const params = new URLSearchParams(body);
      const signature = String(headers['x-twilio-signature'] ?? '');
      return isSignedByTwilio(options.authToken, { url: `${options.publicUrl}${path}${query}`, params, signature });
    },
    take: ({ body, query }) => take(new URLSearchParams(body), new URLSearchParams(query)),
  });
  return {
    [TWILIO_REPORTS]: signed(TWILIO_REPORTS, async (params, query) => {
      const providerId = params.get('MessageSid');
      if (!providerId) return 'unreadable';
      const state = STATES[params.get('MessageStatus') ?? ''];
      if (state !== undefined)
        await reports.report(toDeliveryReport(params, { providerId, state, ref: query.get('ref') }));
      return 'taken';
    }),
    [REPLIES]: signed(REPLIES, async (params) => {
      const [from, to] = [params.get('From'), params.get('To')];
      if (!from || !to) return 'unreadable';
      const keyword = KEYWORDS[params.get('OptOutType') ?? ''];
      const sender = options.messagingServiceSid || to;
      await reports.reply({ from, sender, text: params.get('Body') ?? '', ...(keyword ? { keyword } : {}) });
      return 'taken';
    }),
  };
}

const STATES: Record<string, DeliveryReport['state']> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
};

/** A keyword from Twilio's opt-out handling decides; without one, the message text does. */
const KEYWORDS: Record<string, 'stop' | 'start'> = { STOP: 'stop', START: 'start' };

function toDeliveryReport(
  params: URLSearchParams,
  { providerId, state, ref }: { providerId: string; state: DeliveryReport['state']; ref: string | null },
): DeliveryReport {
  const named = { providerId, state, ...(ref === null ? {} : { ref }) };
  if (state !== 'failed') return named;
  const errorCode = params.get('ErrorCode') ?? '';
  const code = /^\d{4,6}$/.test(errorCode) ? Number(errorCode) : null;
  return { ...named, reason: twilioReason(code), problem: code === null ? 'unreachable' : twilioProblem(code) };
}
