import type { SentCall } from '#web/shared/api/client.ts';
import { connectApi } from '../calls/api.ts';
import { keyOf, noteAnswered, noteLost } from '../state/idempotency-keys.ts';
import { setDisconnected } from '../state/popups.ts';
import { leaveForSignIn } from './leave-for-sign-in.ts';
import { clearSession, endOverdueSession, useSession, validToken } from './session.ts';

/**
 * Calls go out with the token of the session; one that the server does not accept ends it and leads to /signin. A late
 * answer to the bearer of an earlier session does nothing.
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
      // Without a network the worker of the offline shop answers calls with what it has kept.
      if (navigator.onLine) setDisconnected(false);
      noteAnswered(name, parts);
    },
  });
}

/** A customer who signed out meanwhile leaves nothing behind. */
const isOurs = ({ bearer }: SentCall) => bearer === '' || bearer === useSession.getState().token;
