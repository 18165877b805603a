import { useEffect, useRef, useState } from 'react';

/** Below a hundred thousand dollars. */
const MOST_DIGITS = 7;

/** An amount as tills take it: digits push in from the right, as cents. */
export function useAmount() {
  const [cents, setCents] = useState(0);
  const push = (digits: string) =>
    setCents((before) => {
      const text = `${before}${digits}`.replace(/^0+(?=\d)/, '');
      return text.length > MOST_DIGITS ? before : Number(text);
    });
  const erase = () => setCents((before) => Math.floor(before / 10));
  return { cents, push, erase, set: setCents };
}

type Keys = { push: (digits: string) => void; erase: () => void; enter: () => void };

/** The same by a keyboard, wherever the focus is but in a field; Enter presses what the focus is on, or `enter`. */
export function useAmountKeys(keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    function note({ key, target, ctrlKey, metaKey, altKey, repeat }: KeyboardEvent) {
      const on = target instanceof Element ? target : null;
      if (ctrlKey || metaKey || altKey || on?.closest('input, textarea, select, dialog')) return;
      if (/^\d$/.test(key)) latest.current.push(key);
      else if (key === 'Backspace') latest.current.erase();
      else if (key === 'Enter' && !repeat && !on?.closest('button, a')) latest.current.enter();
    }
    addEventListener('keydown', note);
    return () => removeEventListener('keydown', note);
  }, []);
}
