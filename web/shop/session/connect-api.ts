import type { SentCall } from '#web/shared/api/client.ts';
import { connectApi } from '../calls/api.ts';
import { keyOf, noteAnswered, noteLost } from '../state/idempotency-keys.ts';
import { setDisconnected } from '../state/popups.ts';
import { leaveForSignIn } from './leave-for-sign-in.ts';
import { clearSession, endOverdueSession, useSession, validToken } from './session.ts';

/**
 * Ends the session and opens /signin when the server rejects the token, unless the token belongs to an earlier session.
 */
export function connectSessionToApi(): void {
  connectApi({
    token: (quiet) => {
      if (quiet) return validToken();
      endOverdueSession();
      return useSession.getState().token;
    },
    unauthorized: (bearer) => {
      if (bearer !== useSession.getState().token) return;
      clearSession({ expired: true });
      leaveForSignIn();
    },
    keyOf,
    noteLost: (call) => (isOurs(call) ? noteLost(call.name, call.parts, call.key) : undefined),
    noteAnswered: ({ name, parts }) => {
      // While offline, responses come from the service worker's cache and do not prove a connection.
      if (navigator.onLine) setDisconnected(false);
      noteAnswered(name, parts);
    },
  });
}

/** Returns false for a call by a customer who has since signed out. */
const isOurs = ({ bearer }: SentCall) => bearer === '' || bearer === useSession.getState().token;
