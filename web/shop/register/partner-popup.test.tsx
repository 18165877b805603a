import { waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { MOBILE } from '#gallery/fixtures/customer.ts';
import { sellers } from '#gallery/fixtures/sellers.ts';
import { openShop } from '#test/web/open-shop.ts';
import { useSellers } from '../state/sellers.ts';
import { hasSeenPartnerPopup, recordPartnerPopupSeen } from './partner-seen.ts';

const session = { jwt: 'verified', mobile: MOBILE, new_user: true, campaign_id: 'c1' };

describe('partner popup on the registration page', () => {
  it('names the last seller, explains that one registration is enough and closes on Got it [RG-08, RG-09]', async () => {
    const shop = await openShop({
      url: '/register',
      session,
      shows: 'Tide & Kiln sells with',
      before: () => useSellers.setState({ last: sellers.tide }),
    });
    expect(shop.page.getByRole('dialog').textContent).toContain('Register once and buy from every seller here.');
    expect(document.activeElement?.textContent).toBe('Got it');
    expect(hasSeenPartnerPopup()).toBe(false);
    await shop.user.keyboard('{Enter}');
    expect(shop.page.queryByRole('dialog')).toBeNull();
    expect(hasSeenPartnerPopup()).toBe(true);
    expect(shop.page.getByText('Confirmed')).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.id).toBe('main'));
  });

  it('opens only once per browser; afterwards the form explains why it needs the address', async () => {
    const shop = await openShop({
      url: '/register',
      session,
      shows: 'Confirmed',
      before: recordPartnerPopupSeen,
    });
    expect(shop.page.getByText(/^We use your address for receipts and deliveries\./)).toBeTruthy();
    expect(shop.page.queryByRole('dialog')).toBeNull();
  });
});
