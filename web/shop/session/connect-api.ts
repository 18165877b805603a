import type { SentCall } from '#web/shared/api/client.ts';
import { connectApi } from '../calls/api.ts';
import { keyOf, noteAnswered, noteLost } from '../state/idempotency-keys.ts';
import { setDisconnected } from '../state/popups.ts';
import { leaveForSignIn } from './leave-for-sign-in.ts';
import { clearSession, endOverdueSession, useSession, validToken } from './session.ts';

/** A rejected token ends the session and leads to /signin, unless it belongs to an earlier session. */
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
      // While offline, the service worker answers calls from its cache.
      if (navigator.onLine) setDisconnected(false);
      noteAnswered(name, parts);
    },
  });
}

/** Ignores responses for a customer who has signed out in the meantime. */
const isOurs = ({ bearer }: SentCall) => bearer === '' || bearer === useSession.getState().token;
