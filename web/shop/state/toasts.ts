import { create } from 'zustand';

export type ToastLink = { to: string; label: string };
/** `undo`: the toast takes focus and appears where the removal happened. */
type ToastAction = { label: string | null; act: () => void; undo: boolean };
type ToastState = { text: string; count: number; next: ToastLink | null; action: ToastAction | null };

const nothing = { text: '', next: null, action: null };

export const useToast = create<ToastState>()(() => ({ ...nothing, count: 0 }));

const SHOWN_MS = 3_000;
const WITH_OFFER_MS = 8_000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a toast for three seconds, or eight with a link. */
export function showToast(text: string, next: ToastLink | null = null): void {
  show({ text, next, action: null });
}

export function offerUndo(text: string, act: () => void): void {
  show({ text, next: null, action: { label: null, act, undo: true } });
}

/** For actions that are also available elsewhere, so the toast does not take focus. */
export function offerAction({ text, label, act }: { text: string; label: string; act: () => void }): void {
  show({ text, next: null, action: { label, act, undo: false } });
}

export function closeToast(): void {
  clearTimeout(timer);
  useToast.setState(nothing);
}

export function closePlainToast(): void {
  const { next, action } = useToast.getState();
  if (!next && !action) closeToast();
}

/** Call when the page changes. A link belongs to its page, but an undo does not. */
export function closeToastOfPage(): void {
  if (useToast.getState().next) closeToast();
}

function show(toast: Pick<ToastState, 'text' | 'next' | 'action'>): void {
  clearTimeout(timer);
  timer = setTimeout(closeToast, toast.next || toast.action ? WITH_OFFER_MS : SHOWN_MS);
  useToast.setState(({ count }) => ({ ...toast, count: count + 1 }));
}
