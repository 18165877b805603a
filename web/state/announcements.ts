import { create } from 'zustand';

/** A short text that is shown for a moment and read out, such as 'Added to your cart'. */
export const useAnnouncement = create<{ text: string; count: number }>()(() => ({ text: '', count: 0 }));

export function announce(text: string): void {
  useAnnouncement.setState(({ count }) => ({ text, count: count + 1 }));
}
