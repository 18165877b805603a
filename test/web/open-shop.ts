import type { Story } from '#gallery/story/story.ts';
import { showStory } from './show-story.ts';
import { watchCalls } from './watch-calls.ts';

export async function openShop(story: Partial<Story> & Pick<Story, 'url'>) {
  const shownStory = await showStory({ id: 'test', area: 'Parts', title: 'Test', shows: '', ...story });
  return { ...shownStory, ...watchCalls() };
}

export const BROWSE = 'Pick a card, add your words';

/** Opens a page that redirects to another page, which contains the text `shows`. Returns the other page's URL. */
export async function followRedirect(
  story: Partial<Story> & Pick<Story, 'url' | 'shows'>,
): Promise<string | undefined> {
  const error = await openShop(story).catch((reason: Error) => reason);
  return error instanceof Error ? error.message.replace('It went on to ', '') : story.url;
}

export type OpenShop = Awaited<ReturnType<typeof openShop>>;

/** Returns the error message of a field, or ''. Throws if `aria-invalid` does not match. */
export function readFieldError(field: HTMLElement): string {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  const error = ids.map((id) => document.getElementById(id)).find((element) => element?.matches('[data-field-error]'));
  const text = error?.textContent ?? '';
  if ((field.getAttribute('aria-invalid') === 'true') !== (text !== ''))
    throw new Error(`aria-invalid does not go with the error '${text}'.`);
  return text;
}
