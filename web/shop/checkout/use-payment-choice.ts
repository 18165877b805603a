import { useLayoutEffect, useRef, useState } from 'react';
import type { SavedCard } from '#contract/checkout.ts';
import type { CardEntryHandle } from './payment/card-entry.tsx';
import { NEW_CARD, preselectCard } from './payment/payment-section.tsx';
import type { SecurityCodeHandle } from './security-code/code-field.tsx';
import { saveCheckoutChoice } from './shipping/checkout-choices.ts';
import type { Payment } from './submit/submit.ts';
import type { Submit } from './submit/use-submit.ts';

export function usePaymentChoice(
  saved: readonly SavedCard[],
  { busy, cardError, clearCardError }: Submit,
  { buysGiftCards }: { buysGiftCards: boolean },
) {
  const entry = useRef<CardEntryHandle>(null);
  const code = useRef<SecurityCodeHandle>(null);
  const [isCodeEmpty, setIsCodeEmpty] = useState(false);
  const [choice, setChoice] = useState(() => preselectCard(saved));
  const [entryOpened, setEntryOpened] = useState(choice === NEW_CARD);
  // Focuses the wrong field at once, because focusing it any later would interrupt typing.
  useLayoutEffect(() => {
    if (busy || !cardError) return;
    entry.current?.focusWrong();
    code.current?.focusWrong();
  }, [busy, cardError]);
  function choose(next: string) {
    clearCardError();
    setChoice(next);
    setIsCodeEmpty(false);
    saveCheckoutChoice('card', next);
    if (next === NEW_CARD) setEntryOpened(true);
  }
  function chosen(): Payment {
    if (choice !== NEW_CARD) {
      const handle = code.current;
      return { kind: 'saved', id: choice, ...(handle ? { securityCode: () => handle.createToken() } : {}) };
    }
    return entry.current && { kind: 'new', create: entry.current.createPaymentMethod };
  }
  const wantsCode = buysGiftCards && saved.some((card) => card.id === choice && card.wants_security_code);
  const showCode = wantsCode && isCodeEmpty ? () => code.current?.show() : null;
  const codeParts = { ref: code, onEmpty: setIsCodeEmpty };
  return { chosen, shown: { choice, onChoice: choose, entryOpened, entry }, codeParts, wantsCode, showCode };
}
