import { beforeEach, expect, it, vi } from 'vitest';
import { speakEnglish } from '#test/web/english.ts';
import { fakeStorage } from '#test/web/fake-storage.ts';
import { useSession } from '../session/session.ts';
import { followLink } from './follow-link.ts';

const { api, revokeToken } = vi.hoisted(() => ({ api: vi.fn(), revokeToken: vi.fn() }));
vi.mock('../calls/api.ts', () => ({ api, request: vi.fn() }));
vi.mock('../session/revoke-token.ts', () => ({ revokeToken }));

beforeEach(() => {
  speakEnglish();
  fakeStorage();
  useSession.setState(useSession.getInitialState(), true);
  api.mockReset();
  revokeToken.mockReset();
});

const link = { jwt: 'the-jwt', origin: {} };

it.each([
  ['ST-015', 'new_user', '/register'],
  ['ST-018', 'expired_link', '/expiredlink'],
])('[%s] remembers the product of a sign-in link when the server answers with %s', async (_id, result, path) => {
  api.mockImplementation(async (name: string) =>
    name === 'POST mobiledigital/auth'
      ? { status: true, [result]: true, mobile: '+61412345678', product_id: '7', campaign_id: 'c1' }
      : { status: true },
  );
  const showPage = vi.fn();
  await followLink({ ...link, showPage });
  expect(showPage).toHaveBeenCalledWith(path, { replace: true });
  expect(useSession.getState()).toMatchObject({ product_id: '7', campaign_id: 'c1', jwt: 'the-jwt' });
});

it.each([
  ['the same number', '+61412345678', true],
  ['another number', '+61412345679', false],
])(
  'keeps opened personal links valid only if the new link is for the signed-in mobile number (%s)',
  async (_to, mobile, keepLinks) => {
    api.mockResolvedValue({ status: true, expired_link: true });
    useSession.setState({ token: 'bearer', mobile: '+61412345678' });
    const jwt = `h.${btoa(JSON.stringify({ mobile })).replaceAll('=', '')}.s`;
    await followLink({ ...link, jwt, showPage: vi.fn() });
    expect(revokeToken).toHaveBeenCalledWith('bearer', { keepLinks });
  },
);
