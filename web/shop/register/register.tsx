import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { showMobile } from '#contract/rules/mobile.ts';
import { prepareHumanToken } from '../../api/human-check.ts';
import { brand } from '../../brand/brand.ts';
import { openPopup } from '../../state/popups.ts';
import { keepProved } from '../../state/proved-mobile.ts';
import { useSellers } from '../../state/seller.ts';
import { useSession } from '../../state/session.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FullnameField, PlaceFields } from '../address/address-fields.tsx';
import { GuestsOnly } from '../shell/guards.tsx';
import { useRegistration } from './use-registration.ts';

/** RG-01..RG-09: guests whose mobile has just been verified. Without that, /browse with the sign-in popup (OQ-135). */
export default function Register() {
  const { t } = useLingui();
  return (
    <div className="page page-narrow w-full py-6 sm:py-10">
      <title>{`${t`Registration`} | ${brand.title}`}</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-32">
        <Trans>Nice to meet you</Trans>
      </h1>
      <p className="mt-1 mb-6 text-17 text-muted">
        <Trans>A few details, once. Next time your mobile is all you need.</Trans>
      </p>
      <GuestsOnly waiting={<Waiting />}>
        <VerifiedOnly />
      </GuestsOnly>
    </div>
  );
}

function VerifiedOnly() {
  const verified = useSession((session) => session.new_user && session.mobile !== '');
  const navigate = useNavigate();
  useEffect(() => {
    if (verified) {
      const { mobile, jwt, campaign_id, product_id } = useSession.getState();
      keepProved({ mobile, jwt, campaign_id, product_id });
      const { last } = useSellers.getState();
      openPopup({ kind: 'partner', ...(last ? { seller: last } : {}) });
      prepareHumanToken('login');
      return;
    }
    void navigate('/browse', { replace: true });
    openPopup({ kind: 'sign-in' });
  }, [verified, navigate]);
  return verified ? <RegistrationForm /> : <Waiting />;
}

function RegistrationForm() {
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const { address, email, terms, problems, busy, submit, setEmail, setTerms } = useRegistration(form);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="space-y-5"
    >
      <TextField
        label={t`Mobile`}
        name="mobile"
        type="tel"
        autoComplete="off"
        value={showMobile(address.form.mobile)}
        error={problems.mobile}
        aside={
          <span className="inline-flex items-center gap-1 font-semibold text-good">
            <Icon name="check" className="size-4" />
            <Trans>Confirmed</Trans>
          </span>
        }
      />
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
        error={problems.email}
        onValue={setEmail}
      />
      <PlaceFields address={address} />
      <Checkbox name="terms" checked={terms} error={problems.terms} onValue={setTerms}>
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
    </form>
  );
}

function Waiting() {
  return (
    <div aria-busy="true" className="space-y-6">
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
  );
}
