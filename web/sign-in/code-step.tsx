import { useLingui } from '@lingui/react/macro';
import { showMobile, toE164 } from '#contract/rules/customer/mobile.ts';
import { CodeEntry } from './code-entry.tsx';
import type { SignIn } from './use-sign-in.ts';

/** The step of the popup that takes the code; the code sends itself when its sixth digit is in. */
export function CodeStep({ signIn }: { signIn: SignIn }) {
  const { t } = useLingui();
  const { flow, typeCode, changeMobile, confirmCode, sendCode } = signIn;
  const mobile = toE164(flow.mobile) ?? flow.mobile.trim();
  return (
    <CodeEntry
      title={t`Confirm Mobile Code`}
      sentTo={showMobile(mobile)}
      entry={{ ...flow, sendError: flow.errors.mobile, codeError: flow.errors.code }}
      onCode={typeCode}
      onConfirm={confirmCode}
      onSendAgain={() => sendCode({ again: true })}
      change={{ label: t`Change number`, act: changeMobile }}
      demoMobile={mobile}
    />
  );
}
