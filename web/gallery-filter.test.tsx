import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import Gallery from '#gallery/gallery.tsx';
import { stories } from '#gallery/stories.ts';

it('filters gallery stories by all typed words and ignores case', async () => {
  render(
    <RouterProvider
      router={createMemoryRouter([{ path: '/gallery', element: <Gallery /> }], { initialEntries: ['/gallery'] })}
    />,
  );
  const listed = () => screen.getAllByRole('link').map((link) => link.getAttribute('href')?.replace('/gallery/', ''));
  expect(listed().toSorted()).toEqual(stories.map(({ id }) => id).toSorted());
  await userEvent.type(screen.getByRole('searchbox', { name: 'Filter stories' }), 'UNDO till');
  expect(listed()).toEqual(expect.arrayContaining(['till-undo', 'till-undone']));
  expect(listed().filter((id) => !id?.includes('till'))).toEqual([]);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(`${listed().length} stories`);
  expect(listed().length).toBeLessThan(10);
});
