const LOOK_MS = 15;
/** Enough tries for 25 seconds, because the first screen loads its code, possibly on a busy machine. */
const TRIES = 1_650;

export type Interactions = ReturnType<typeof createInteractions>;

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export async function waitUntil<Result>(
  look: () => Result | null | undefined | false,
  description: string,
): Promise<Result> {
  // Counts tries instead of time, because tests freeze the clock.
  for (let tries = 0; tries < TRIES; tries += 1) {
    const result = look();
    if (result) return result;
    await pause(LOOK_MS);
  }
  throw new Error(`There is no ${description} in this story.`);
}

const squeeze = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();

function readName(element: Element): string {
  return squeeze(element.getAttribute('aria-label') ?? element.textContent);
}

export function createInteractions(stage: HTMLElement) {
  const ground = (): Element => [...stage.querySelectorAll('dialog')].at(-1) ?? stage;

  function control(name: string): HTMLElement | undefined {
    const pressable = ground().querySelectorAll<HTMLElement>('button, a, summary, [role=tab], [role=radio]');
    const named = [...pressable].map((element) => ({ element, its: readName(element) }));
    return (named.find(({ its }) => its === name) ?? named.find(({ its }) => its.startsWith(name)))?.element;
  }

  function field(name: string): HTMLInputElement | undefined {
    const label = [...ground().querySelectorAll('label')].find((element) =>
      squeeze(element.textContent).startsWith(name),
    );
    const control = label?.control ?? ground().querySelector(`[aria-label="${name}"]`);
    return (control as HTMLInputElement | null) ?? undefined;
  }

  return {
    async press(name: string): Promise<void> {
      (await waitUntil(() => control(name), `button '${name}'`)).click();
    },
    async tick(name: string): Promise<void> {
      (await waitUntil(() => field(name), `field '${name}'`)).click();
    },
    async type(name: string, text: string): Promise<void> {
      const input = await waitUntil(() => field(name), `field '${name}'`);
      // Calls the prototype's setter, because React overrides the setter of the element.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, text);
      input.dispatchEvent(new Event(input instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
      await pause(0);
    },
    async see(text: string): Promise<void> {
      await waitUntil(() => squeeze(stage.textContent).includes(text), `text '${text}'`);
    },
    async show(selector: string): Promise<void> {
      const element = await waitUntil(() => stage.querySelector(selector), `element ${selector}`);
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
    },
  };
}
