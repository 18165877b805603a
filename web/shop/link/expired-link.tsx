import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { brand } from '#web/shared/brand/brand.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showError } from '../errors/show-error.ts';
import { prepareHumanToken } from '../human-check/human-check.ts';
import { productQuery, sellerQuery } from '../queries/catalogue.ts';
import { queryClient } from '../queries/query-client.ts';
import { GuestsOnly } from '../session/guards.tsx';
import { useSession } from '../session/session.ts';
import { sendCode } from '../sign-in/code-calls.ts';
import { SecurePicture } from '../sign-in/secure-picture.tsx';
import { hideLoader, showLoader } from '../state/loaders.ts';
import { openPopup } from '../state/popups.ts';
import { useShowPage } from '../state/route-shown.ts';
import { sellerPath, setLastSeller, useSellers } from '../state/sellers.ts';
import { landAfterLink } from './land-after-link.ts';

export default function ExpiredLink() {
  const { t } = useLingui();
  const { title } = brand;
  return (
    <div className="page flex grow flex-col justify-center">
      <title>{t`Expired link | ${title}`}</title>
      <meta name="robots" content="noindex" />
      <GuestsOnly>
        <Expired />
      </GuestsOnly>
    </div>
  );
}

function Expired() {
  const { t } = useLingui();
  const { busy, error, reconfirm } = useReconfirm();
  const shopUrl = useSellers((state) => state.last?.shop_url);
  const productId = useSession((session) => session.product_id);

  useEffect(() => {
    prepareHumanToken('login');
    // Clear the mobile number on leaving, because the sign-in popup has copied it by then.
    return () => useSession.setState({ expired_mobile: '' });
  }, []);
  useEffect(() => {
    if (productId) void loadSeller(productId);
  }, [productId]);

  return (
    <EmptyState
      heading="h1"
      picture={<SecurePicture />}
      title={t`Oops! Expired Link`}
      text={t`Links expire to keep your account safe. We’ll text you a code to sign in.`}
    >
      <Button busy={busy} onClick={reconfirm}>
        <Trans>Reconfirm Identity</Trans>
      </Button>
      <LinkButton variant="plain" to={shopUrl ? sellerPath({ shop_url: shopUrl }) : '/browse'}>
        <Trans>Browse Products</Trans>
      </LinkButton>
      {error && (
        <Notice tone="bad" className="w-full text-left">
          {error}
        </Notice>
      )}
    </EmptyState>
  );
}

/** Opens the sign-in popup at the code step, or at the mobile number step if the number is unknown. */
function useReconfirm() {
  const { t } = useLingui();
  const showPage = useShowPage();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const mobile = useSession((session) => session.expired_mobile);

  const next = () => {
    landWithProduct()
      .catch(showError)
      .finally(() => hideLoader());
  };
  async function landWithProduct() {
    const { product_id } = useSession.getState();
    showLoader('global', t`Verifying Token...`);
    await landAfterLink(showPage, product_id ? await queryClient().fetchQuery(productQuery(product_id)) : null);
  }
  async function send() {
    setError('');
    setBusy(true);
    const event = await sendCode({ mobile });
    // Shows no error if a code was sent less than 30 seconds ago, because that code is still valid.
    if (event.type === 'rejected' && event.resendAt === undefined) setError(event.errors.mobile ?? '');
    else openPopup({ kind: 'sign-in', step: 'code', mobile, expired: true, next });
  }
  function reconfirm() {
    if (mobile === '') openPopup({ kind: 'sign-in' });
    else
      send()
        .catch(showError)
        .finally(() => setBusy(false));
  }
  return { busy, error, reconfirm };
}

/** If the seller cannot be loaded, 'Browse Products' leads to /browse. */
async function loadSeller(productId: string): Promise<void> {
  const quiet = { ...sellerQuery(productId), meta: { quiet: true } };
  setLastSeller(
    await queryClient()
      .fetchQuery(quiet)
      .catch(() => null),
  );
}
