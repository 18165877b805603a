import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../api/client.ts';
import { fieldMessages } from '../../api/field-messages.ts';
import { humanToken, prepareHumanToken } from '../../api/human-check.ts';
import { showProblem } from '../../api/problems.ts';
import { productQuery, sellerQuery } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { brand } from '../../brand/brand.ts';
import { say } from '../../languages/say.ts';
import { hideLoader, showLoader } from '../../state/loader.ts';
import { openPopup } from '../../state/popups.ts';
import { setLastSeller, useSellers } from '../../state/seller.ts';
import { useSession } from '../../state/session.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { GuestsOnly } from '../shell/guards.tsx';
import { landAfterLink } from './land-after-link.ts';
import { SecurePicture } from './secure-picture.tsx';

/** EL-01..EL-06, guests only. */
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
  const { t, i18n } = useLingui();
  const { busy, problem, reconfirm } = useReconfirm();
  const shopUrl = useSellers((state) => state.last?.shop_url);
  const productId = useSession((session) => session.product_id);

  useEffect(() => {
    prepareHumanToken('login');
    // ST-021, OQ-142: the popup has its own copy by then.
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
      text={t`Links are only good for a while, to keep your account safe. A code on your mobile and you are in.`}
    >
      <Button busy={busy} onClick={reconfirm}>
        <Trans>Reconfirm Identity</Trans>
      </Button>
      <LinkButton look="plain" to={shopUrl ? `/sellerprofile/${shopUrl}` : '/browse'}>
        <Trans>Browse Products</Trans>
      </LinkButton>
      {problem && (
        <Notice tone="bad" className="w-full text-left">
          {say(i18n, problem)}
        </Notice>
      )}
    </EmptyState>
  );
}

/** Sends a code to the remembered mobile, then opens the popup at step 2; without a mobile at step 1 (OQ-141). */
function useReconfirm() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const mobile = useSession((session) => session.expired_mobile);

  const next = () => {
    landWithProduct()
      .catch(showProblem)
      .finally(() => hideLoader());
  };
  /** After sign-in the shopper lands where the link would have led. */
  async function landWithProduct() {
    const { product_id } = useSession.getState();
    showLoader('global', t`Verifying Token...`);
    await landAfterLink(navigate, product_id ? await queryClient().fetchQuery(productQuery(product_id)) : null);
  }
  async function send() {
    setProblem('');
    setBusy(true);
    const body = { mobile, r_token: await humanToken('login') };
    const answer = await api('POST mobiledigital/sendmobilecode', { body });
    // A code that went out less than 30 seconds ago still works.
    if (answer.status || answer.retry_after) openPopup({ kind: 'sign-in', step: 'code', mobile, expired: true, next });
    else setProblem(fieldMessages(answer.input_validation, { mobile: ['mobile'] }).mobile ?? '');
  }
  function reconfirm() {
    if (mobile === '') openPopup({ kind: 'sign-in' });
    else
      send()
        .catch(showProblem)
        .finally(() => setBusy(false));
  }
  return { busy, problem, reconfirm };
}

/** Whose page 'Browse Products' leads to; without an answer it leads to /browse (OQ-141). */
async function loadSeller(productId: string): Promise<void> {
  const quiet = { ...sellerQuery(productId), meta: { quiet: true } };
  setLastSeller(
    await queryClient()
      .fetchQuery(quiet)
      .catch(() => null),
  );
}
