import { useEffect, useRef, useState } from 'react';

const MAX_DIGITS = 7;

export function useAmount() {
  const [cents, setCents] = useState(0);
  const push = (digits: string) =>
    setCents((before) => {
      const text = `${before}${digits}`.replace(/^0+(?=\d)/, '');
      return text.length > MAX_DIGITS ? before : Number(text);
    });
  const erase = () => setCents((before) => Math.floor(before / 10));
  return { cents, push, erase, set: setCents };
}

type Keys = { push: (digits: string) => void; erase: () => void; enter: () => void };

/** Handles keys pressed outside fields. Enter activates the focused control; if none has focus, it calls `enter`. */
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
