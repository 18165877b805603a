import { redirect, replace } from 'react-router';

export const loader = () => redirect('/404');
export const clientLoader = () => replace('/404');

export default function Nothing() {
  return null;
}
