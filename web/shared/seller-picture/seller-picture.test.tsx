import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { NO_PICTURE } from '#contract/rules/no-picture.ts';
import { sellers } from '#gallery/fixtures/sellers.ts';
import { SellerPicture } from './seller-picture.tsx';

const { logo } = sellers.tide.pictures;
const draw = (name: string, id: string) =>
  render(<SellerPicture seller={{ name, pictures: { logo: { ...logo, id } } }} part="logo" alt={name} sizes="44px" />);

it.each([
  ['Tide Works', 'TW'],
  ['Çelik & Søn', 'ÇS'],
  ['Handsel Demonstration Pty Ltd', 'HD'],
  ['“2nd” hand', '2H'],
  ['Gingko', 'G'],
])('shows the initials of a seller without a picture: %s becomes %s', (name, initials) => {
  const face = draw(name, NO_PICTURE).getByRole('img', { name });
  expect(face.textContent).toBe(initials);
  expect(face.querySelector('img')).toBeNull();
});

it('shows the picture of a seller', () => {
  expect(draw('Tide Works', logo.id).getByRole('img', { name: 'Tide Works' }).localName).toBe('img');
});
