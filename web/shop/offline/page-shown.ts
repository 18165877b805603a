/** A page is on screen; `pushed`: the customer went on to it, and neither came back to it nor was sent there. */
type Listener = (path: string, pushed: boolean) => void;

let listener: Listener | null = null;

/** Sets the listener; register.ts does, once it is loaded. */
export function onPageShown(tell: Listener): void {
  listener = tell;
}

export function notePageShown(path: string, pushed: boolean): void {
  listener?.(path, pushed);
}
