import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeStorage } from '#test/web/fake-storage.ts';
import { queryClient } from '../queries/query-client.ts';
import { shopSettingsQuery } from '../queries/shop-settings.ts';
import { connectSessionToApi } from '../session/connect-api.ts';
import { signIn, useSession } from '../session/session.ts';
import { templatesQuery } from './templates-query.ts';

const answers: Record<string, unknown> = {
  getgiftcardmmstemplates: {
    status: true,
    data: [{ id: 1, mms_template_id: 'birthday', mms_template_url: '/media/birthday/640.jpg' }],
  },
  shopsettings: { payments: 'sandbox', passes: ['apple', 'google'] },
};
const calls: string[] = [];

beforeEach(() => {
  fakeStorage();
  connectSessionToApi();
  calls.length = 0;
  vi.stubEnv('SSR', false);
  vi.stubGlobal('fetch', async (url: string) => {
    const call = /mobiledigital\/(\w+)/.exec(url)?.[1] ?? '';
    calls.push(call);
    return new Response(JSON.stringify(answers[call] ?? {}));
  });
  useSession.setState(useSession.getInitialState(), true);
  signIn({ status: true, existing_user: true, mobile: '+61412345678', token: 'bearer' });
});
afterEach(() => {
  queryClient().clear();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

it('caches the first responses for mms_templates and passes for later screens [EN-57]', async () => {
  const readCache = () => ({
    mms_templates: queryClient().getQueryData(templatesQuery(7).queryKey),
    passes: queryClient().getQueryData(shopSettingsQuery.queryKey)?.passes,
  });
  expect(readCache()).toEqual({ mms_templates: undefined, passes: undefined });
  for (let screen = 0; screen < 2; screen += 1) {
    await queryClient().fetchQuery(templatesQuery(7));
    await queryClient().fetchQuery(shopSettingsQuery);
    expect(readCache()).toEqual({
      mms_templates: [{ id: 1, mms_template_id: 'birthday', mms_template_url: '/media/birthday/640.jpg' }],
      passes: ['apple', 'google'],
    });
  }
  expect(calls).toEqual(['getgiftcardmmstemplates', 'shopsettings']);
});
