import { create } from 'zustand';

/** Where the text leads on to, such as 'Checkout' after 'Added to your cart'. */
export type ToastLink = { to: string; label: string };
/** What can be done about it; `undo` takes the focus and is offered where the removal was. */
type ToastAction = { label: string | null; act: () => void; undo: boolean };
type ToastState = { text: string; count: number; next: ToastLink | null; action: ToastAction | null };

const nothing = { text: '', next: null, action: null };

/** A short text that is shown for a moment and read out, such as 'Added to your cart'; '' when there is none. */
export const useToast = create<ToastState>()(() => ({ ...nothing, count: 0 }));

const SHOWN_MS = 3_000;
/** Time to reach for what it offers: what is in the cart as well, or the way back. */
const WITH_OFFER_MS = 8_000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** For three seconds, for eight where it leads on. */
export function showToast(text: string, next: ToastLink | null = null): void {
  show({ text, next, action: null });
}

/** For eight seconds, with the focus on 'Undo'. */
export function offerUndo(text: string, act: () => void): void {
  show({ text, next: null, action: { label: null, act, undo: true } });
}

/** For eight seconds, and where the customer finds it again. */
export function offerAction({ text, label, act }: { text: string; label: string; act: () => void }): void {
  show({ text, next: null, action: { label, act, undo: false } });
}

export function closeToast(): void {
  clearTimeout(timer);
  useToast.setState(nothing);
}

/** Makes way for a form; what it offers stays. */
export function closePlainToast(): void {
  const { next, action } = useToast.getState();
  if (!next && !action) closeToast();
}

/** What leads on from one page stays on it; the way back after a removal does not depend on the page. */
export function closeToastOfPage(): void {
  if (useToast.getState().next) closeToast();
}

function show(toast: Pick<ToastState, 'text' | 'next' | 'action'>): void {
  clearTimeout(timer);
  timer = setTimeout(closeToast, toast.next || toast.action ? WITH_OFFER_MS : SHOWN_MS);
  useToast.setState(({ count }) => ({ ...toast, count: count + 1 }));
}
