import { expect, it } from 'vitest';
import { answerCall } from '../steps/calls.ts';
import { createCampaignLink, LINK_SECRET } from '../steps/campaign-link.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { register } from '../steps/shop.ts';

const CREATE = 'POST mobiledigital/createAccount';
const shop = setUpShop({ SESSION_SECRET: LINK_SECRET });

it('signs a new customer in on the next tap when the registration responses were lost', async () => {
  const page = await shop.enter({ expected: /ERR_CONNECTION_FAILED/ });
  let lost = 0;
  await answerCall(page, CREATE, 'lost', () => {
    lost += 1;
    return lost <= 2;
  });
  await page.goto(await createCampaignLink({ mobile: '+61412345701' }));
  await register(page, { fullname: 'Mia Tran', email: 'mia@example.com' });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await page.waitForURL((url) => !/register|autologin/.test(url.pathname));
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token') ?? '')).not.toBe('');
});
