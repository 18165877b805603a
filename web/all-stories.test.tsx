import { expect, it, onTestFinished, vi } from 'vitest';
import { stories } from '#gallery/stories.ts';
import { showStory } from '#test/web/show-story.ts';

/** React warnings that occur only in jsdom. */
const NOT_IN_BROWSERS = /The tag <%s> is unrecognized|Encountered a script tag/;

it.each(stories.map(({ id }) => id))('renders %s without React warnings', async (id) => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => complaints.mockRestore());
  const { box } = await showStory(id);
  expect(box.textContent).not.toBe('');
  expect(complaints.mock.calls.filter(([message]) => !NOT_IN_BROWSERS.test(String(message)))).toEqual([]);
});
