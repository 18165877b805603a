import { waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import type { Story } from '#gallery/story/story.ts';
import { showStory } from './show-story.ts';
import { type CallAnswers, watchCalls } from './watch-calls.ts';

type ShopAt = Pick<Story, 'url' | 'shows'> &
  Partial<Omit<Story, 'answers'>> & {
    answers?: CallAnswers;
  };

/**
 * Opens a page as a signed-in customer. `sent` lists calls made after the screen was ready, `loaded` the earlier ones.
 */
export async function openPage({ answers = {}, before, ...story }: ShopAt) {
  let calls = watchCalls(answers);
  const shownStory = await showStory({
    id: story.url ?? '',
    area: 'Frame' as const,
    title: story.url ?? '',
    session: signedInCustomer(),
    ...story,
    before: () => {
      calls = watchCalls(answers);
      before?.();
    },
  });
  const loaded = calls.names();
  calls.sent.length = 0;
  const ground = () => within([...shownStory.box.querySelectorAll('dialog')].at(-1) ?? document.body);
  const text = () => (shownStory.box.textContent ?? '').replace(/\s+/g, ' ');
  const button = (name: string | RegExp) => ground().getByRole('button', { name });
  return {
    ...shownStory,
    ...calls,
    loaded,
    ground,
    button,
    link: (name: string | RegExp) => ground().getByRole('link', { name }),
    field: (name: string | RegExp) => ground().getByLabelText<HTMLInputElement>(name),
    tap: async (name: string | RegExp) => shownStory.user.click(await waitFor(() => button(name))),
    tapTwice: async (name: string | RegExp) => shownStory.user.dblClick(await waitFor(() => button(name))),
    text,
    titles: () => [...shownStory.box.querySelectorAll('h1')].map(({ textContent }) => textContent),
    see: (words: string) => waitFor(() => expect(text()).toContain(words)),
    sentTimes: (name: string, times: number) => waitFor(() => expect(calls.count(name)).toBe(times)),
  };
}
