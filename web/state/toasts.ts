import { create } from 'zustand';

/** Where the text leads on to, such as 'Checkout' after 'Added to your cart'. */
export type ToastLink = { to: string; label: string };
type ToastState = { text: string; count: number; next: ToastLink | null };

/** A short text that is shown for a moment and read out, such as 'Added to your cart'. */
export const useToast = create<ToastState>()(() => ({ text: '', count: 0, next: null }));

export function showToast(text: string, next: ToastLink | null = null): void {
  useToast.setState(({ count }) => ({ text, count: count + 1, next }));
}
