import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { showMobile } from '#contract/rules/customer/mobile.ts';
import { brand } from '#web/shared/brand/brand.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/form/choice.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { FullnameField, PlaceFields } from '../address/address-fields.tsx';
import { prepareHumanToken } from '../human-check/human-check.ts';
import { GuestsOnly } from '../session/guards.tsx';
import { useSession } from '../session/session.ts';
import { saveVerifiedMobile } from '../session/verified-mobile.ts';
import { readSignInOrigin } from '../sign-in/sign-in-origin.ts';
import { openPopup } from '../state/popups.ts';
import { useSellers } from '../state/sellers.ts';
import { hasSeenPartnerPopup } from './partner-seen.ts';
import { useRegistration } from './use-registration.ts';
import { Welcome } from './welcome.tsx';

const PAGE =
  'page page-narrow w-full py-6 sm:py-10 lg:grid lg:max-w-[76rem] lg:grid-cols-[minmax(0,1fr)_minmax(0,36rem)] ' +
  'lg:grid-rows-[auto_1fr] lg:items-start lg:gap-x-16 lg:gap-y-8 lg:py-12 xl:gap-x-24';
const CARD =
  'lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:rounded-card lg:border lg:border-line lg:bg-surface lg:p-8 lg:shadow-float';

export default function Register() {
  const { t } = useLingui();
  return (
    <div className={PAGE}>
      <title>{`${t`Registration`} | ${brand.title}`}</title>
      <meta name="robots" content="noindex" />
      <header className="mb-6 lg:mb-0">
        <h1 className="text-32 lg:text-[2.75rem] lg:leading-[1.1]">
          <Trans>Nice to meet you</Trans>
        </h1>
        <p className="mt-1 text-17 text-muted lg:mt-3 lg:text-20">
          <Trans>A few details, once. Next time your mobile is all you need.</Trans>
        </p>
      </header>
      <GuestsOnly waiting={<Waiting />}>
        <VerifiedOnly />
      </GuestsOnly>
    </div>
  );
}

function VerifiedOnly() {
  const verified = useSession((session) => session.new_user && session.mobile !== '');
  const navigate = useNavigate();
  const place = readSignInOrigin(useLocation().state).cameFrom?.path;
  useEffect(() => {
    if (verified) {
      const { mobile, jwt, campaign_id, product_id } = useSession.getState();
      saveVerifiedMobile({ mobile, jwt, campaign_id, product_id });
      const { last } = useSellers.getState();
      if (!hasSeenPartnerPopup()) openPopup({ kind: 'partner', ...(last ? { seller: last } : {}) });
      prepareHumanToken('login');
      return;
    }
    void navigate('/browse', { replace: true });
    openPopup({ kind: 'sign-in', ...(place === undefined ? {} : { place }) });
  }, [verified, navigate, place]);
  return verified ? <RegistrationForm /> : <Waiting />;
}

function RegistrationForm() {
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const { address, email, terms, errors, busy, submit, setEmail, setTerms } = useRegistration(form);
  return (
    <>
      <Welcome fullname={address.form.fullname} mobile={address.form.mobile} />
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        className={`space-y-5 ${CARD}`}
      >
        <TextField
          label={t`Mobile`}
          name="mobile"
          type="tel"
          autoComplete="off"
          value={showMobile(address.form.mobile)}
          error={errors.mobile}
          aside={
            <span className="inline-flex items-center gap-1 font-semibold text-good">
              <Icon name="check" className="size-4" />
              <Trans>Confirmed</Trans>
            </span>
          }
        />
        <Button
          variant="quiet"
          className="-mt-4 -ml-3 px-3! text-left text-15!"
          aria-haspopup="dialog"
          onClick={() => openPopup({ kind: 'other-account' })}
        >
          <Trans>I’ve changed my number</Trans>
        </Button>
        <div className="space-y-5 lg:grid lg:grid-cols-2 lg:gap-x-4 lg:space-y-0">
          <FullnameField address={address} />
          <TextField
            label={t`Email`}
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            error={errors.email}
            onValue={setEmail}
          />
        </div>
        <p className="text-15 text-muted">
          <Trans>We use your address for receipts and deliveries. Gift cards go to a phone.</Trans>
        </p>
        <PlaceFields address={address} />
        {/* On phones this is `contents`, because the action bar must stick within the form. */}
        <div className="contents lg:flex lg:flex-wrap lg:items-center lg:justify-between lg:gap-4 lg:border-line lg:border-t lg:pt-6 lg:*:mt-0">
          <Checkbox name="terms" className="mt-5" checked={terms} error={errors.terms} onValue={setTerms}>
            <Trans>
              I accept the{' '}
              <Link
                to="/terms"
                target="_blank"
                rel="noopener"
                className="font-semibold text-accent underline underline-offset-4"
              >
                Terms &amp; Conditions
              </Link>
            </Trans>
          </Checkbox>
          <ActionBar>
            <Button type="submit" busy={busy}>
              <Trans>Register</Trans>
            </Button>
          </ActionBar>
        </div>
      </form>
    </>
  );
}

function Waiting() {
  return (
    <>
      <Welcome fullname="" mobile="" />
      <div aria-busy="true" className={`space-y-6 ${CARD}`}>
        <span className="sr-only">
          <Trans>Loading</Trans>
        </span>
        {['mobile', 'name', 'email', 'address'].map((field) => (
          <div key={field} className="space-y-2">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-12 w-full" />
          </div>
        ))}
      </div>
    </>
  );
}
