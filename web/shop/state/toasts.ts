import { create } from 'zustand';

export type ToastLink = { to: string; label: string };
/** `undo` takes focus and appears where the removal happened. */
type ToastAction = { label: string | null; act: () => void; undo: boolean };
type ToastState = { text: string; count: number; next: ToastLink | null; action: ToastAction | null };

const nothing = { text: '', next: null, action: null };

/** `text` is '' without a toast. */
export const useToast = create<ToastState>()(() => ({ ...nothing, count: 0 }));

const SHOWN_MS = 3_000;
/** Time to reach the link or action. */
const WITH_OFFER_MS = 8_000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a toast for three seconds, or eight with a link. */
export function showToast(text: string, next: ToastLink | null = null): void {
  show({ text, next, action: null });
}

/** Shows a focused Undo for eight seconds. */
export function offerUndo(text: string, act: () => void): void {
  show({ text, next: null, action: { label: null, act, undo: true } });
}

/** For actions also available elsewhere. */
export function offerAction({ text, label, act }: { text: string; label: string; act: () => void }): void {
  show({ text, next: null, action: { label, act, undo: false } });
}

export function closeToast(): void {
  clearTimeout(timer);
  useToast.setState(nothing);
}

/** Makes way for a form, but keeps links and actions. */
export function closePlainToast(): void {
  const { next, action } = useToast.getState();
  if (!next && !action) closeToast();
}

/** A link belongs to its page; an undo does not. */
export function closeToastOfPage(): void {
  if (useToast.getState().next) closeToast();
}

function show(toast: Pick<ToastState, 'text' | 'next' | 'action'>): void {
  clearTimeout(timer);
  timer = setTimeout(closeToast, toast.next || toast.action ? WITH_OFFER_MS : SHOWN_MS);
  useToast.setState(({ count }) => ({ ...toast, count: count + 1 }));
}
