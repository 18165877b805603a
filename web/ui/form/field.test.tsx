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

it('a rejected form puts the cursor into its first wrong field', async () => {
  const { street } = rejectedForm();
  await frame();
  expect(document.activeElement).toBe(street);
});

it('it stays in the field that the customer has gone on to meanwhile, and what is typed with it', async () => {
  const { name } = rejectedForm();
  name?.focus();
  await frame();
  expect(document.activeElement).toBe(name);
});

it('it waits for errors that are drawn late', async () => {
  const { street } = rejectedForm();
  street?.removeAttribute('aria-invalid');
  await frame();
  await frame();
  street?.setAttribute('aria-invalid', 'true');
  await frame();
  expect(document.activeElement).toBe(street);
});
