import { beforeEach, expect, it } from 'vitest';
import { apiError } from '#web/shared/api/api-error.ts';
import { useSession } from '../../session/session.ts';
import { closePopup, usePopups } from '../../state/popups.ts';
import { withCode } from './with-code.ts';

const MOBILE = '+61412345678';
type Code = 'code_required' | 'recent_code_required' | 'payments_unavailable';
const createCodeError = (code: Code) => apiError({ kind: 'http', status: 400, code });

beforeEach(() => {
  useSession.setState({ mobile: MOBILE });
  closePopup();
});

function createGuardedCall(code: Code) {
  let calls = 0;
  let isProved = false;
  const call = async () => {
    calls += 1;
    if (!isProved) throw createCodeError(code);
    return 'done';
  };
  const prove = () => {
    isProved = true;
    const { popup } = usePopups.getState();
    if (popup?.kind === 'prove-mobile') popup.onProved();
  };
  return { call, prove, calls: () => calls };
}

it.each([
  ['code_required', 'card'],
  ['recent_code_required', 'change'],
] as const)('given %s, asks for a code and retries the call once the code is right', async (code, to) => {
  const { call, prove, calls } = createGuardedCall(code);
  const answer = withCode(call);
  await expect.poll(() => usePopups.getState().popup).toMatchObject({ kind: 'prove-mobile', mobile: MOBILE, to });
  prove();
  expect(await answer).toBe('done');
  expect([calls(), usePopups.getState().popup]).toEqual([2, null]);
});

it('explains in the popup that the call changes existing account data', async () => {
  const { call, prove } = createGuardedCall('code_required');
  const answer = withCode(call, 'account');
  await expect.poll(() => usePopups.getState().popup).toMatchObject({ kind: 'prove-mobile', to: 'account' });
  prove();
  expect(await answer).toBe('done');
});

it("rejects with the server's error when the customer closes the popup", async () => {
  const { call, calls } = createGuardedCall('code_required');
  const answer = withCode(call);
  const refused = expect(answer).rejects.toMatchObject({ code: 'code_required' });
  await expect.poll(() => usePopups.getState().popup).not.toBeNull();
  closePopup();
  await refused;
  expect(calls()).toBe(1);
});

it('rethrows other errors without a popup', async () => {
  await expect(withCode(createGuardedCall('payments_unavailable').call)).rejects.toMatchObject({
    code: 'payments_unavailable',
  });
  expect(usePopups.getState().popup).toBeNull();
});
