import { type RefObject, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { WEBSITE_ID } from '#contract/rules/limits.ts';
import { EMAIL_TAKEN, type RegistrationForm, registrationProblems } from '#contract/rules/registration.ts';
import { api } from '../../api/client.ts';
import { fieldMessages } from '../../api/field-messages.ts';
import { humanToken, prepareHumanToken } from '../../api/human-check.ts';
import { showProblem } from '../../api/problems.ts';
import { answerWasLost } from '../../state/lost-answers.ts';
import { useSession } from '../../state/session.ts';
import { typedBefore, useKeepTyped } from '../../state/typed.ts';
import { focusFirstError } from '../../ui/field.tsx';
import { useAddressForm } from '../address/use-address-form.ts';
import { type SignInTravel, travelOf } from '../sign-in/came-from.ts';
import { registrationPayload } from './registration-payload.ts';

type Problems = Partial<Record<keyof RegistrationForm, string>>;

/** Names the server may use for each field; the address can be complained about by Magento's names as well. */
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

function only(typed: Record<string, string> | null, mobile: string): Record<string, string> | null {
  return typed?.mobile === mobile ? typed : null;
}

/** The form of /register and its submit: validate, email available, challenge token, account, sign-in (ST-115..ST-118). */
export function useRegistration(form: RefObject<HTMLFormElement | null>) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const { mobile, jwt, campaign_id } = useSession();
  // What somebody typed for another mobile is nothing to this one.
  const [before] = useState(() => only(typedBefore(FORM), mobile));
  const address = useAddressForm({ ...before, mobile });
  const [email, setEmail] = useState(before?.email ?? '');
  const [terms, setTerms] = useState(before?.terms === 'true');
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);

  const [done, setDone] = useState(false);
  useKeepTyped(FORM, done ? null : { ...address.form, email, terms: String(terms) });

  function refuse(found: Problems) {
    address.show(found);
    setProblems(found);
    focusFirstError(form.current);
  }

  async function register() {
    const filled = { ...address.form, mobile, email, terms };
    const found = registrationProblems(filled);
    if (Object.keys(found).length > 0) return refuse(found);
    const unproved = registrationPayload(filled, { r_token: '', campaign_id });
    if (!unproved) return;
    const body = jwt ? { ...unproved, jwt } : unproved;
    // After a lost answer the account may be there already, with this very email.
    if (!answerWasLost(CREATE, { body }) && !(await isFree(email))) return refuse({ email: EMAIL_TAKEN });
    const answer = await api(CREATE, { body: { ...body, r_token: await humanToken('login') } });
    if (!answer.status) {
      prepareHumanToken('login');
      return refuse(fieldMessages(answer.input_validation, FIELDS));
    }
    setDone(true);
    // OQ-138: the jwt of the confirmed code, else that of the link; without one nobody is signed in (OQ-137). The address of the token does not stay in the history.
    const travel: SignInTravel = { ...travelOf(state), registered: true };
    await navigate(jwt ? `/autologin/${jwt}` : '/browse', { replace: true, state: travel });
  }

  function submit() {
    if (busy) return;
    setBusy(true);
    register()
      .catch(showProblem)
      .finally(() => setBusy(false));
  }

  return {
    address,
    email,
    terms,
    problems,
    busy,
    submit,
    setEmail(value: string) {
      setEmail(value);
      setProblems(({ email: _solved, ...rest }) => rest);
    },
    setTerms(value: boolean) {
      setTerms(value);
      setProblems(({ terms: _solved, ...rest }) => rest);
    },
  };
}
