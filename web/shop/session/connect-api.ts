import type { SentCall } from '#web/shared/api/client.ts';
import { connectApi } from '../calls/api.ts';
import { recordAnsweredCall, recordLostCall, resolveIdempotencyKey } from '../state/idempotency-keys.ts';
import { setDisconnected } from '../state/popups.ts';
import { redirectToSignIn } from './leave-for-sign-in.ts';
import { clearSession, endOverdueSession, getValidToken, useSession } from './session.ts';

/**
 * Ends the session and opens /signin when the server rejects the token, unless the token belongs to an earlier session.
 */
export function connectSessionToApi(): void {
  connectApi({
    token: (quiet) => {
      if (quiet) return getValidToken();
      endOverdueSession();
      return useSession.getState().token;
    },
    unauthorized: (bearer) => {
      if (bearer !== useSession.getState().token) return;
      clearSession({ expired: true });
      redirectToSignIn();
    },
    resolveKey: resolveIdempotencyKey,
    recordLost: (call) => (isOurs(call) ? recordLostCall(call.name, call.parts, call.key) : undefined),
    recordAnswered: ({ name, parts }) => {
      // While offline, responses come from the service worker's cache and do not prove a connection.
      if (navigator.onLine) setDisconnected(false);
      recordAnsweredCall(name, parts);
    },
  });
}

/** Returns false for a call by a customer who has since signed out. */
const isOurs = ({ bearer }: SentCall) => bearer === '' || bearer === useSession.getState().token;
