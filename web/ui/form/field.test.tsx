import { expect, it } from 'vitest';
import { focusFirstError } from './field.tsx';

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

function rejectedForm() {
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
  const { street } = rejectedForm();
  await frame();
  expect(document.activeElement).toBe(street);
});

it('leaves focus in a field that the customer has started to use', async () => {
  const { name } = rejectedForm();
  name?.focus();
  await frame();
  expect(document.activeElement).toBe(name);
});

it('waits for error messages that render late before it moves focus', async () => {
  const { street } = rejectedForm();
  street?.removeAttribute('aria-invalid');
  await frame();
  await frame();
  street?.setAttribute('aria-invalid', 'true');
  await frame();
  expect(document.activeElement).toBe(street);
});
