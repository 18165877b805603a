type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Fields can be filled and boxes ticked before the page's code is there: the browser shows it, and React, which takes
 * over what is drawn, knows nothing of it. This says it once more, one after the other, as if it had been done now.
 */
export async function answerEarlyInput(): Promise<void> {
  // All are read first: with the answer to one, React draws the others as it knows them.
  const early = [...document.querySelectorAll<Control>('input,textarea,select')].flatMap(repeat);
  for (const event of early) {
    // React draws a change in a microtask, before the next event, which may build on it. A longer wait would let the
    // customer type in between, and the next event would undo that.
    await Promise.resolve();
    event();
  }
}

/** The events of what was done to it: none where it is as the server drew it. */
function repeat(control: Control): (() => void)[] {
  const { value, type } = control;
  if (type === 'checkbox' || type === 'radio') return repeatTick(control as HTMLInputElement);
  if (!isChanged(control)) return [];
  const fill = () => {
    // React compares with what was last set on the element itself, and does not see what its class sets.
    if ('defaultValue' in control) control.value = control.defaultValue;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
    control.dispatchEvent(new Event(type.startsWith('select') ? 'change' : 'input', { bubbles: true }));
  };
  const leave = () => {
    if (control !== document.activeElement) control.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  };
  return [fill, leave];
}

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) return control.querySelector('[selected]:not(:checked)') !== null;
  return control.type !== 'hidden' && control.type !== 'file' && control.value !== control.defaultValue;
}

function repeatTick(control: HTMLInputElement): (() => void)[] {
  const { checked, defaultChecked, type } = control;
  if (checked === defaultChecked || (type === 'radio' && !checked)) return [];
  const tick = () => {
    control.checked = defaultChecked;
    control.click();
  };
  return [tick];
}
