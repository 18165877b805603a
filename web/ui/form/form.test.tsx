import { fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { drawPart } from '#test/web/draw-part.tsx';
import { readFieldError } from '#test/web/open-shop.ts';
import { Checkbox } from './choice.tsx';
import { ComboboxList, ComboboxOption, useCombobox } from './combobox.tsx';
import { focusFirstError } from './field.tsx';
import { Select } from './select.tsx';
import { Stepper } from './stepper.tsx';
import { TextArea, TextField } from './text-field.tsx';
import { useDebouncedValue } from './use-debounced-value.ts';

afterEach(() => vi.useRealTimers());

function Message() {
  const [text, setText] = useState('');
  return <TextArea label="Message" limit={5} value={text} onValue={setText} />;
}

function Quantity({ start = 1, max = 3 }) {
  const [value, setValue] = useState(start);
  return <Stepper label="Quantity" value={value} onValue={setValue} max={max} />;
}

function Fruit({ onTake = vi.fn(), onEnter = vi.fn() }) {
  const box = useCombobox();
  const fruit = ['Apple', 'Pear'];
  return (
    <>
      <input aria-label="Fruit" {...box.field({ count: fruit.length, onTake, onEnter })} />
      <output>{box.words}</output>
      <ComboboxList box={box} label="Fruit" className="">
        {box.open &&
          fruit.map((name, index) => (
            <ComboboxOption key={name} box={box} index={index} onTake={() => onTake(index)} className="">
              {name}
            </ComboboxOption>
          ))}
      </ComboboxList>
    </>
  );
}

describe('form fields', () => {
  it('links a control to its error, hint and aside for screen readers', () => {
    drawPart(<TextField label="Name" value="" error="Too short" hint="As on the card" aside="0/5" onValue={vi.fn()} />);
    const field = screen.getByLabelText('Name');
    const descriptions = field
      .getAttribute('aria-describedby')
      ?.split(' ')
      .map((id) => document.getElementById(id)?.textContent);
    expect(descriptions).toEqual(['Too short', 'As on the card', '0/5']);
    expect(readFieldError(field)).toBe('Too short');
  });

  it('makes a field without onValue read-only', () => {
    drawPart(<TextField label="Name" value="Ann" />);
    expect(screen.getByLabelText<HTMLInputElement>('Name').readOnly).toBe(true);
  });

  it('counts characters without limiting input', async () => {
    drawPart(<Message />);
    const field = screen.getByLabelText<HTMLTextAreaElement>('Message');
    await userEvent.type(field, 'sixsix');
    expect(field.value).toBe('sixsix');
    expect(screen.getByText(/6\s*\/\s*5/)).toBeTruthy();
  });

  it('passes the value of the chosen option, not its label, to the caller', async () => {
    const pick = vi.fn();
    const options = [
      { value: 'a', label: 'First' },
      { value: 'b', label: 'Second' },
    ];
    drawPart(<Select label="Which" options={options} value="a" onValue={pick} />);
    await userEvent.selectOptions(screen.getByLabelText('Which'), 'Second');
    expect(pick).toHaveBeenCalledWith('b');
  });

  it('ticks a checkbox when its label is tapped, and links its error', async () => {
    const tick = vi.fn();
    drawPart(
      <Checkbox onValue={tick} checked={false} error="Please accept">
        I accept
      </Checkbox>,
    );
    await userEvent.click(screen.getByText('I accept'));
    expect(tick).toHaveBeenCalledWith(true);
    expect(readFieldError(screen.getByRole('checkbox'))).toBe('Please accept');
  });

  it('focuses the first invalid field of a rejected form', async () => {
    const { container } = drawPart(
      <form>
        <TextField label="One" value="" onValue={vi.fn()} />
        <TextField label="Two" value="" error="Wrong" onValue={vi.fn()} />
        <TextField label="Three" value="" error="Wrong" onValue={vi.fn()} />
      </form>,
    );
    focusFirstError(container.querySelector('form'));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Two')));
  });
});

describe('Stepper', () => {
  const value = () => screen.getByRole('spinbutton').getAttribute('aria-valuenow');

  it('changes the value by one within its limits, by buttons and arrow keys', async () => {
    drawPart(<Quantity />);
    const [lessButton, moreButton] = [screen.getByLabelText('Quantity: less'), screen.getByLabelText('Quantity: more')];
    expect(lessButton.hasAttribute('disabled')).toBe(true);
    await userEvent.tripleClick(moreButton);
    await userEvent.click(moreButton);
    expect([value(), moreButton.hasAttribute('disabled')]).toEqual(['3', true]);
    screen.getByRole('spinbutton').focus();
    await userEvent.keyboard('{ArrowUp}');
    expect(value()).toBe('3');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(value()).toBe('1');
  });

  it('lowers a value above the maximum to the maximum', async () => {
    drawPart(<Quantity start={9} max={4} />);
    await userEvent.click(screen.getByLabelText('Quantity: less'));
    expect(value()).toBe('4');
  });
});

describe('combobox', () => {
  const field = () => screen.getByRole('combobox');

  it('takes the active option on Enter, and calls onEnter if no option is active', async () => {
    const [onTake, onEnter] = [vi.fn(), vi.fn()];
    drawPart(<Fruit onTake={onTake} onEnter={onEnter} />);
    await userEvent.type(field(), 'p{Enter}');
    expect([onEnter.mock.calls.length, onTake.mock.calls]).toEqual([1, []]);
    await userEvent.type(field(), '{ArrowDown}{ArrowDown}{Enter}');
    expect(onTake).toHaveBeenCalledWith(1);
    expect(onEnter).toHaveBeenCalledTimes(1);
  });

  it('opens the list of options on typing and closes it on blur', async () => {
    drawPart(<Fruit />);
    await userEvent.type(field(), 'p');
    expect(screen.getAllByRole('option')).toHaveLength(2);
    await userEvent.tab();
    expect(screen.queryAllByRole('option')).toEqual([]);
  });

  it('takes a tapped option and keeps focus in the combobox field', async () => {
    const onTake = vi.fn();
    drawPart(<Fruit onTake={onTake} />);
    await userEvent.type(field(), 'p');
    await userEvent.click(screen.getByText('Pear'));
    expect(onTake).toHaveBeenCalledWith(1);
    expect(document.activeElement).toBe(field());
  });

  it('neither searches nor submits while an IME composition is in progress', () => {
    const onEnter = vi.fn();
    drawPart(<Fruit onEnter={onEnter} />);
    fireEvent.compositionStart(field());
    fireEvent.change(field(), { target: { value: 'ni' } });
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 });
    expect([screen.getByRole('combobox').getAttribute('value'), onEnter.mock.calls]).toEqual(['ni', []]);
    expect(document.querySelector('output')?.textContent).toBe('');
    fireEvent.change(field(), { target: { value: '你' } });
    fireEvent.compositionEnd(field());
    expect(document.querySelector('output')?.textContent).toBe('你');
  });
});

it('updates a debounced value only after a pause', async () => {
  vi.useFakeTimers();
  const { result, rerender } = renderHook(({ value }) => useDebouncedValue(value, 180), {
    initialProps: { value: 'a' },
  });
  rerender({ value: 'ab' });
  await vi.advanceTimersByTimeAsync(179);
  rerender({ value: 'abc' });
  await vi.advanceTimersByTimeAsync(179);
  expect(result.current).toBe('a');
  await vi.advanceTimersByTimeAsync(1);
  rerender({ value: 'abc' });
  expect(result.current).toBe('abc');
});
