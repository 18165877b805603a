import { redirect, replace } from 'react-router';

/** Any path outside the table goes to /404, in place of the wrong address. */
export const loader = () => redirect('/404');
export const clientLoader = () => replace('/404');

export default function Nothing() {
  return null;
}
