import { expect, it, onTestFinished, vi } from 'vitest';
import { stories } from '#gallery/stories.ts';
import { showStory } from '#test/web/show-story.ts';

/** What React says in jsdom, and in no browser: of an element jsdom does not know, of the one page without scripts. */
const NOT_IN_BROWSERS = /The tag <%s> is unrecognized|Encountered a script tag/;

it.each(stories.map(({ id }) => id))('%s is drawn, and React has nothing to say against it', async (id) => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => complaints.mockRestore());
  const { box } = await showStory(id);
  expect(box.textContent).not.toBe('');
  expect(complaints.mock.calls.filter(([what]) => !NOT_IN_BROWSERS.test(String(what)))).toEqual([]);
});
