import { create } from 'zustand';

/** Where the text leads on to, such as 'Checkout' after 'Added to your cart'. */
export type NextThing = { to: string; label: string };
type Announcement = { text: string; count: number; next: NextThing | null };

/** A short text that is shown for a moment and read out, such as 'Added to your cart'. */
export const useAnnouncement = create<Announcement>()(() => ({ text: '', count: 0, next: null }));

export function announce(text: string, next: NextThing | null = null): void {
  useAnnouncement.setState(({ count }) => ({ text, count: count + 1, next }));
}
