import { expect, it } from 'vitest';
import { focusFirstError } from './field.tsx';

const waitForFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

function setUpRejectedForm() {
  document.body.innerHTML =
    '<form><input name="name"><input name="street" aria-invalid="true"><button></button></form>';
  const [form, name, street, button] = ['form', '[name=name]', '[name=street]', 'button'].map((selector) =>
    document.querySelector<HTMLElement>(selector),
  );
  button?.focus();
  focusFirstError(form ?? null);
  return { name, street };
}

it('focuses the first invalid field of a rejected form', async () => {
  const { street } = setUpRejectedForm();
  await waitForFrame();
  expect(document.activeElement).toBe(street);
});

it('leaves focus in a field that the customer has started to use', async () => {
  const { name } = setUpRejectedForm();
  name?.focus();
  await waitForFrame();
  expect(document.activeElement).toBe(name);
});

it('waits for error messages that render late before it moves focus', async () => {
  const { street } = setUpRejectedForm();
  street?.removeAttribute('aria-invalid');
  await waitForFrame();
  await waitForFrame();
  street?.setAttribute('aria-invalid', 'true');
  await waitForFrame();
  expect(document.activeElement).toBe(street);
});
