import { type RefObject, useState } from 'react';
import { useLocation } from 'react-router';
import { type RegistrationForm, registrationErrors } from '#contract/rules/customer/registration.ts';
import { WEBSITE_ID } from '#contract/rules/limits.ts';
import { focusFirstError } from '#web/ui/form/field.tsx';
import { useAddressForm } from '../address/use-address-form.ts';
import { api } from '../calls/api.ts';
import { errorText, errorTexts } from '../errors/error-text.ts';
import { fieldMessages } from '../errors/field-messages.ts';
import { showError } from '../errors/show-error.ts';
import { getHumanToken, prepareHumanToken } from '../human-check/human-check.ts';
import { useSession } from '../session/session.ts';
import { readSignInOrigin, type SignInOrigin } from '../sign-in/sign-in-origin.ts';
import { readFormDraft, useSaveFormDraft } from '../state/form-drafts.ts';
import { answerWasLost } from '../state/idempotency-keys.ts';
import { useShowPage } from '../state/route-shown.ts';
import { registrationPayload } from './registration-payload.ts';

type FormMessages = Partial<Record<keyof RegistrationForm, string>>;

/** Field names that the server's errors may use, including Magento's names for addresses. */
const FIELDS: Record<keyof RegistrationForm, readonly string[]> = {
  mobile: ['mobile', 'telephone'],
  fullname: ['fullname', 'firstname', 'lastname'],
  email: ['email'],
  street: ['street', 'street_address'],
  suburb: ['suburb', 'city'],
  state: ['state', 'region', 'region_id'],
  country: ['country', 'country_id'],
  postcode: ['postcode'],
  terms: ['terms'],
};

const FORM = 'register';
const CREATE = 'POST mobiledigital/createAccount';

function isFree(email: string): Promise<boolean> {
  return api('POST customers/isEmailAvailable', { body: { customerEmail: email.trim(), websiteId: WEBSITE_ID } });
}

function pickIfSameMobile(typed: Record<string, string> | null, mobile: string): Record<string, string> | null {
  return typed?.mobile === mobile ? typed : null;
}

export function useRegistration(form: RefObject<HTMLFormElement | null>) {
  const showPage = useShowPage();
  const { state } = useLocation();
  const { mobile, jwt, campaign_id } = useSession();
  const [before] = useState(() => pickIfSameMobile(readFormDraft(FORM), mobile));
  const address = useAddressForm({ ...before, mobile });
  const [email, setEmail] = useState(before?.email ?? '');
  const [terms, setTerms] = useState(before?.terms === 'true');
  const [errors, setErrors] = useState<FormMessages>({});
  const [busy, setBusy] = useState(false);

  const [done, setDone] = useState(false);
  useSaveFormDraft(FORM, done ? null : { ...address.form, email, terms: String(terms) });

  function showErrors(fieldErrors: FormMessages) {
    address.show(fieldErrors);
    setErrors(fieldErrors);
    focusFirstError(form.current);
  }

  async function register() {
    const filled = { ...address.form, mobile, email, terms };
    const fieldErrors = errorTexts(registrationErrors(filled));
    if (Object.keys(fieldErrors).length > 0) return showErrors(fieldErrors);
    const unproved = registrationPayload(filled, { r_token: '', campaign_id });
    if (!unproved) return;
    const body = jwt ? { ...unproved, jwt } : unproved;
    // Skip the check after a lost response, because the account with this email may already exist.
    if (!answerWasLost(CREATE, { body }) && !(await isFree(email)))
      return showErrors({ email: errorText('email_taken') });
    const answer = await api(CREATE, { body: { ...body, r_token: await getHumanToken('login') } });
    if (!answer.status) {
      prepareHumanToken('login');
      return showErrors(fieldMessages(answer, FIELDS));
    }
    setDone(true);
    // Without a JWT, the customer stays signed out. `replace` keeps the token out of the browser history.
    const origin: SignInOrigin = { ...readSignInOrigin(state), registered: true };
    await showPage(jwt ? `/autologin/${jwt}` : '/browse', { replace: true, state: origin });
  }

  function submit() {
    if (busy) return;
    setBusy(true);
    register()
      .catch(showError)
      .finally(() => setBusy(false));
  }

  return {
    address,
    email,
    terms,
    errors,
    busy,
    submit,
    setEmail(value: string) {
      setEmail(value);
      setErrors(({ email: _solved, ...rest }) => rest);
    },
    setTerms(value: boolean) {
      setTerms(value);
      setErrors(({ terms: _solved, ...rest }) => rest);
    },
  };
}
