import { Trans, useLingui } from '@lingui/react/macro';
import { create } from 'zustand';
import { Button } from '#web/ui/button.tsx';
import { NoticePopup } from '#web/ui/sheet/notice-popup.tsx';
import { Sheet } from '#web/ui/sheet/sheet.tsx';

type Question = { amount: string; answer: (approved: boolean) => void };

const useQuestion = create<{ question: Question | null }>()(() => ({ question: null }));

/** Returns whether the customer approved the payment. Closing the dialog declines it. */
export function promptSandboxBank({ amount }: { amount: string }): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (approved: boolean) => {
      useQuestion.setState({ question: null });
      resolve(approved);
    };
    useQuestion.setState({ question: { amount, answer } });
  });
}

export function SandboxBank() {
  const { t } = useLingui();
  const question = useQuestion((state) => state.question);
  if (!question) return null;
  const { amount } = question;
  const answers = (
    <div className="mt-1 flex flex-col gap-3">
      <Button wide data-autofocus onClick={() => question.answer(true)}>
        <Trans>Approve</Trans>
      </Button>
      <Button wide variant="plain" onClick={() => question.answer(false)}>
        <Trans>Decline</Trans>
      </Button>
    </div>
  );
  return (
    <Sheet onClose={() => question.answer(false)} closeButton={false}>
      <NoticePopup icon="shield" title={t`Your bank asks you to confirm`} action={answers}>
        <p>
          <Trans>Is it you paying {amount}? This is the sandbox’s bank: no money moves.</Trans>
        </p>
      </NoticePopup>
    </Sheet>
  );
}
