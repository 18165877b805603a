import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { scrollToEverything, scrollToParts } from '#test/web/browser-parts.ts';
import { drawPart } from '#test/web/draw-part.tsx';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { TextField } from './form/text-field.tsx';
import { Notice } from './notice.tsx';
import { Picture } from './picture.tsx';
import { Price } from './price.tsx';
import { Sheet, SheetTitle } from './sheet/sheet.tsx';
import { Tabs } from './tabs.tsx';
import { answerEarlyInput } from './taps/early-input.ts';

function Opened({ onClose }: { onClose: () => void }) {
  return (
    <Sheet onClose={onClose}>
      <SheetTitle>Pick one</SheetTitle>
      <button type="button">First</button>
      <button type="button" data-autofocus>
        Begin here
      </button>
    </Sheet>
  );
}

describe('Button', () => {
  it('ignores presses while the button is busy, announces this and keeps its name', async () => {
    const [press, send] = [vi.fn(), vi.fn((event) => event.preventDefault())];
    drawPart(
      <form onSubmit={send}>
        <Button type="submit" busy onClick={press}>
          Save
        </Button>
      </form>,
    );
    const button = screen.getByRole('button', { name: 'Save' });
    await userEvent.click(button);
    expect([press.mock.calls, send.mock.calls]).toEqual([[], []]);
    expect([button.getAttribute('aria-busy'), button.getAttribute('aria-disabled')]).toEqual(['true', 'true']);
    expect(button.hasAttribute('disabled'), 'the focus would be lost').toBe(false);
  });

  it("submits a form only if the button's type is submit", async () => {
    const send = vi.fn((event) => event.preventDefault());
    drawPart(
      <form onSubmit={send}>
        <Button>Look</Button>
        <Button type="submit">Send</Button>
      </form>,
    );
    await userEvent.click(screen.getByText('Look'));
    expect(send).not.toHaveBeenCalled();
    await userEvent.click(screen.getByText('Send'));
    expect(send).toHaveBeenCalledTimes(1);
  });
});

describe('CopyButton', () => {
  it("copies the text, confirms it, and shows the button's label again after a moment", async () => {
    const user = userEvent.setup();
    drawPart(<CopyButton text="TKGC" label="Copy code" />);
    await user.click(screen.getByRole('button'));
    expect(await navigator.clipboard.readText()).toBe('TKGC');
    expect(screen.getByRole('status').textContent).toBe('Copied');
    await waitFor(() => expect(screen.getByRole('button').textContent).toBe('Copy code'), { timeout: 10_000 });
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('asks the customer to copy by hand when the browser denies access to the clipboard', async () => {
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'));
    drawPart(<CopyButton text="TKGC" label="Copy code" />);
    await user.click(screen.getByRole('button'));
    expect(await screen.findAllByText('Please copy it by hand')).toHaveLength(2);
  });
});

describe('Sheet', () => {
  it('names the dialog by its title and focuses the marked element', () => {
    drawPart(<Opened onClose={vi.fn()} />);
    expect(screen.getByRole('dialog', { name: 'Pick one' })).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Begin here');
  });

  it.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['a tap on its Close button', () => userEvent.click(screen.getByLabelText('Close'))],
    ['a tap outside it', () => userEvent.click(screen.getByRole('dialog'))],
  ])('asks its owner once to close the sheet on %s', async (_how, act) => {
    const onClose = vi.fn();
    drawPart(<Opened onClose={onClose} />);
    await userEvent.click(screen.getByText('First'));
    expect(onClose).not.toHaveBeenCalled();
    await act();
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(screen.getByRole<HTMLDialogElement>('dialog').open).toBe(true);
  });

  it('ignores taps right after the sheet opens, because they were meant for the control that opened it', () => {
    const animate = vi.spyOn(Element.prototype, 'animate');
    onTestFinished(() => animate.mockRestore());
    drawPart(<Opened onClose={vi.fn()} />);
    const keyframe = { pointerEvents: 'none' };
    expect(animate.mock.calls).toContainEqual([[keyframe, keyframe], 400]);
    expect(animate.mock.contexts).toContain(screen.getByRole('dialog'));
  });

  it('keeps the sheet open on a second tap outside it, because the first tap opened it', () => {
    const onClose = vi.fn();
    drawPart(<Opened onClose={onClose} />);
    fireEvent.click(screen.getByRole('dialog'), { detail: 2 });
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('dialog'), { detail: 1 });
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

it("shows the first tab's panel, and names each panel after its tab", async () => {
  const tabs = [
    { id: 'a', label: 'About', content: 'All about it' },
    { id: 'b', label: 'Care', content: 'Cold wash' },
  ];
  drawPart(<Tabs label="More" tabs={tabs} />);
  expect(screen.getByRole('tabpanel', { name: 'About' }).textContent).toBe('All about it');
  await userEvent.click(screen.getByText('Care'));
  expect(screen.getByRole('tabpanel', { name: 'Care' }).textContent).toBe('Cold wash');
  expect(within(screen.getByRole('tablist')).getAllByRole('tab')).toHaveLength(2);
});

it.each([
  ['bad', 'alert'],
  ['good', 'status'],
  ['warn', 'status'],
  ['info', 'status'],
] as const)('gives a %s notice the role %s', (tone, role) => {
  drawPart(<Notice tone={tone}>Words</Notice>);
  expect(screen.getByRole(role).textContent).toBe('Words');
});

it.each(['From $25.00 AUD', '$1,250.50 AUD', 'ab 25,00 AUD', '-$5.00', 'free'])(
  'does not change the text of the price %j',
  (text) => {
    const { container } = drawPart(<Price text={text} />);
    expect(container.textContent).toBe(text);
    expect(container.querySelector('.price > span')?.textContent).toBe(/-?\$?\d[\d.,]*/.exec(text)?.[0] ?? text);
  },
);

function Prices({ onLeave }: { onLeave: (price: string) => void }) {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  return (
    <>
      <TextField label="From" name="from" value={from} onValue={setFrom} onBlur={() => onLeave(from)} />
      <TextField label="To" name="to" value={to} onValue={setTo} />
    </>
  );
}

it('replays early input field by field and keeps what the customer types meanwhile', async () => {
  const left: string[] = [];
  drawPart(<Prices onLeave={(price) => left.push(price)} />);
  const [from, to] = screen.getAllByRole<HTMLInputElement>('textbox');
  if (!from || !to) throw new Error('The fields are not there.');
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  setValue?.call(from, '10');
  setValue?.call(to, '6');
  to.focus();
  const replayed = answerEarlyInput();
  await new Promise((nextTask) => setTimeout(nextTask));
  fireEvent.input(to, { target: { value: `${to.value}0` } });
  await replayed;
  expect([from.value, to.value]).toEqual(['10', '60']);
  expect(left).toEqual(['10']);
});

it("offers AVIF, reserves the picture's space and loads a first picture eagerly", () => {
  const picture = { id: 'a b', version: '7&', width: 800, height: 600, ground: '#fff' };
  const { container } = drawPart(<Picture picture={picture} alt="A mug" sizes="96px" first />);
  expect([...container.querySelectorAll('source')].map(({ type }) => type)).toEqual(['image/avif']);
  const img = screen.getByAltText<HTMLImageElement>('A mug');
  expect(img.getAttribute('src')).toBe('/media/a%20b/640.jpg?v=7%26');
  expect([img.style.aspectRatio, img.getAttribute('loading')]).toEqual(['800 / 600', 'eager']);
  expect(img.srcset).toBe('');
});

it.each([
  ['96px', '160w 320w'],
  ['(min-width: 640px) 320px, 144px', '160w 320w 480w 720w 960w'],
  ['(min-width: 640px) 302px, calc(100vw - 32px)', '320w 480w 720w 960w 1280w'],
])('leaves out picture widths that no screen needs for sizes %s', (sizes, widths) => {
  const picture = { id: 'mug', version: '7', width: 800, height: 600, ground: '#fff' };
  const { container } = drawPart(<Picture picture={picture} alt="" sizes={sizes} />);
  expect(container.querySelector('source')?.srcset.match(/\d+w/g)?.join(' ')).toBe(widths);
});

it('keeps the space of a failed picture, without an icon, and retries loading it when back online', () => {
  const picture = { id: 'mug', version: '1', width: 800, height: 600, ground: '#eee' };
  drawPart(<Picture picture={picture} alt="A mug" sizes="100vw" />);
  const image = () => screen.getByRole('img', { name: 'A mug' });
  fireEvent.error(image());
  expect(image().getAttribute('src')).toMatch(/^data:/);
  expect(image().closest('picture')).toBeNull();
  expect([image().getAttribute('width'), image().style.aspectRatio]).toEqual(['800', '800 / 600']);
  act(() => void dispatchEvent(new Event('online')));
  expect(image().getAttribute('src')).toContain('/media/mug/');
});

it('retries a failed picture with backoff, up to four times, while it is in view', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  scrollToParts();
  const picture = { id: 'mug', version: '1', width: 800, height: 600, ground: '#eee' };
  drawPart(<Picture picture={picture} alt="A mug" sizes="100vw" />);
  const image = () => screen.getByRole('img', { name: 'A mug' });
  const isAsked = () => image().getAttribute('src')?.includes('/media/mug/');
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  fireEvent.error(image());
  await wait(600_000);
  expect(isAsked(), 'out of view').toBe(false);
  await act(async () => scrollToEverything());
  for (const pause of [2_000, 5_000, 15_000, 45_000]) {
    await wait(pause - 100);
    expect(isAsked()).toBe(false);
    await wait(100);
    expect(isAsked()).toBe(true);
    fireEvent.error(image());
    await wait(0);
  }
  await wait(600_000);
  expect(isAsked(), 'given up').toBe(false);
});
