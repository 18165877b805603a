type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Replays input from before hydration, which React did not see. */
export async function answerEarlyInput(): Promise<void> {
  // Read all fields first, because React's update after one event resets the others.
  const early = [...document.querySelectorAll<Control>('input,textarea,select')].flatMap(repeat);
  for (const event of early) {
    // Waits one microtask, in which React renders, because the next event may depend on that render. A longer wait
    // would lose what the customer types meanwhile.
    await Promise.resolve();
    event();
  }
}

function repeat(control: Control): (() => void)[] {
  const { value, type } = control;
  if (type === 'checkbox' || type === 'radio') return repeatTick(control as HTMLInputElement);
  if (!isChanged(control)) return [];
  const fill = () => {
    // React tracks values that are set through the element's own setter, so use its class's setter.
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
