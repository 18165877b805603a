import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { isWholeCardCode, readCode } from '#contract/rules/gift-card/card-code.ts';
import { isApiError } from '#web/shared/api/api-error.ts';
import { errorText } from '../../errors/error-text.ts';
import { addTender } from './tenders.ts';

const MINUTE = 60;

export function useCode(onAdded: () => void, initial = '') {
  const wordsFor = useWords();
  const [code, setCode] = useState(initial);
  const [pin, setPin] = useState('');
  const [hasPin, setHasPin] = useState(false);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<{ field: 'code' | 'pin'; text: string } | null>(null);

  async function send(text: string): Promise<void> {
    const name = readCode(text);
    if (name === null) {
      setWrong({ field: 'code', text: isWholeCardCode(text) ? wordsFor.unknown : wordsFor.incomplete });
      return;
    }
    setBusy(true);
    setWrong(null);
    try {
      await addTender({ name, ...(pin.trim() === '' ? {} : { pin: pin.trim() }) });
      onAdded();
    } catch (error) {
      // The error does not say whether the code or the PIN was wrong. Ask for the PIN, because the code passed its
      // check.
      const asksPin = isApiError(error) && error.code === 'gift_card_invalid';
      if (asksPin) setHasPin(true);
      setWrong({ field: asksPin && pin.trim() === '' ? 'pin' : 'code', text: wordsFor.error(error) });
    }
    setBusy(false);
  }
  function change(set: (text: string) => void) {
    return (text: string) => {
      setWrong(null);
      set(text);
    };
  }
  return {
    code,
    pin,
    hasPin,
    busy,
    wrong,
    typeCode: change(setCode),
    typePin: change(setPin),
    askPin: () => setHasPin(true),
    submit(event: FormEvent) {
      event.preventDefault();
      if (!busy) void send(code);
    },
    scanned(text: string) {
      setCode(text);
      if (!busy) void send(text);
    },
  };
}

function useWords() {
  const { t } = useLingui();
  const wordsForError = (error: unknown): string => {
    if (!isApiError(error)) return errorText('unexpected');
    if (error.kind !== 'http') return t`No connection. Nothing is lost: try again in a moment.`;
    if (error.code === 'gift_card_invalid') {
      return t`No gift card for your cart has this code and PIN. If a card has a PIN, you’ll find it below the code.`;
    }
    if (error.code === 'too_many_requests') {
      const minutes = Math.max(1, Math.ceil(error.retryAfter / MINUTE));
      return t({
        message: plural(minutes, {
          one: 'Too many wrong codes. Please try again in a minute.',
          other: 'Too many wrong codes. Please try again in # minutes.',
        }),
      });
    }
    return errorText(error);
  };
  return {
    incomplete: t`That’s not a complete gift card code. Codes have 16 letters and digits.`,
    unknown: t`We can’t find that card. Check the code and try again.`,
    error: wordsForError,
  };
}
