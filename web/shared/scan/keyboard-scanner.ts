import { useEffect, useRef } from 'react';

/** Scanners type faster than people, and a code has more characters than a PIN. */
const FAST_MS = 60;
const MIN_LENGTH = 6;

/** Reads keyboard scanners wherever the focus is. Swallows the Enter that they send after each code. */
export function useKeyboardScanner(onScan: (text: string) => void): void {
  const latest = useRef(onScan);
  useEffect(() => {
    latest.current = onScan;
  }, [onScan]);
  useEffect(() => {
    let text = '';
    let lastKeyAt = 0;
    function note(event: KeyboardEvent) {
      const { key, timeStamp, ctrlKey, metaKey, altKey } = event;
      const isEnd = key === 'Enter';
      if ((key.length !== 1 && !isEnd) || ctrlKey || metaKey || altKey) return;
      const fast = timeStamp - lastKeyAt <= FAST_MS;
      lastKeyAt = timeStamp;
      if (!isEnd) {
        text = fast ? text + key : key;
        return;
      }
      const scanned = fast && text.length >= MIN_LENGTH ? text : '';
      text = '';
      if (scanned === '') return;
      event.preventDefault();
      event.stopPropagation();
      latest.current(scanned);
    }
    addEventListener('keydown', note, { capture: true });
    return () => removeEventListener('keydown', note, { capture: true });
  }, []);
}
