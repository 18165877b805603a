import { waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onTestFinished } from 'vitest';
import { stories } from '#gallery/stories.ts';
import type { Story } from '#gallery/story/story.ts';
import { play } from '#gallery/story/story-frame.tsx';
import { watchOver } from '#web/shop/after-start.ts';
import '#web/shop/over-page.tsx';
import { connectSessionToApi } from '#web/shop/session/connect-api.ts';

/**
 * Draws a story of the gallery, by its id or one made for the test, as the whole shop with the story's answers in the
 * server's place. Returns queries over the page, and a customer who taps and types.
 */
export async function showStory(story: string | Story) {
  const found = typeof story === 'string' ? stories.find(({ id }) => id === story) : story;
  if (!found) throw new Error(`The gallery has no story ${story}.`);
  connectSessionToApi();
  // What the shop loads once it can be used is there from the start.
  onTestFinished(watchOver());
  const box = document.createElement('div');
  document.body.append(box);
  const clear = play(found, box);
  onTestFinished(() => {
    clear();
    box.remove();
  });
  await waitFor(
    () => {
      if (!box.dataset.ready && !box.dataset.failed)
        throw new Error(`The story ${found.id} is not there: ${box.textContent}`);
    },
    { timeout: 30_000 },
  );
  if (box.dataset.failed) throw new Error(box.dataset.failed);
  return {
    box,
    page: within(document.body),
    user: userEvent.setup(),
    /** Path and query of the shop's current address. */
    address: () => box.dataset.address,
  };
}
