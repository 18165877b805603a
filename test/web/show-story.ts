import { waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onTestFinished } from 'vitest';
import { stories } from '#gallery/stories.ts';
import type { Story } from '#gallery/story/story.ts';
import { play } from '#gallery/story/story-frame.tsx';
import { startWatchers } from '#web/shop/after-start.ts';
import '#web/shop/over-page.tsx';
import { connectSessionToApi } from '#web/shop/session/connect-api.ts';

/**
 * Renders a story, from the gallery or custom, as the whole shop with the story's responses. Returns queries for the
 * page and a simulated user.
 */
export async function showStory(story: string | Story) {
  const found = typeof story === 'string' ? stories.find(({ id }) => id === story) : story;
  if (!found) throw new Error(`The gallery has no story ${story}.`);
  connectSessionToApi();
  // Preloads the code that the shop loads only after its first screen is usable.
  onTestFinished(startWatchers());
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
    address: () => box.dataset.address,
  };
}
