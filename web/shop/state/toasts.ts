import { create } from 'zustand';

export type ToastLink = { to: string; label: string };
/** `undo` takes focus and appears where the removal happened. */
type ToastAction = { label: string | null; act: () => void; undo: boolean };
type ToastState = { text: string; count: number; next: ToastLink | null; action: ToastAction | null };

const nothing = { text: '', next: null, action: null };

/** '' for none. */
export const useToast = create<ToastState>()(() => ({ ...nothing, count: 0 }));

const SHOWN_MS = 3_000;
/** Time to reach the link or action. */
const WITH_OFFER_MS = 8_000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Three seconds, eight with a link. */
export function showToast(text: string, next: ToastLink | null = null): void {
  show({ text, next, action: null });
}

/** Eight seconds, focused. */
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

/** Makes way for a form; links and actions stay. */
export function closePlainToast(): void {
  const { next, action } = useToast.getState();
  if (!next && !action) closeToast();
}

/** Links belong to their page; undo does not. */
export function closeToastOfPage(): void {
  if (useToast.getState().next) closeToast();
}

function show(toast: Pick<ToastState, 'text' | 'next' | 'action'>): void {
  clearTimeout(timer);
  timer = setTimeout(closeToast, toast.next || toast.action ? WITH_OFFER_MS : SHOWN_MS);
  useToast.setState(({ count }) => ({ ...toast, count: count + 1 }));
}
