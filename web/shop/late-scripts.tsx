import { Children, cloneElement, type JSX, type ReactElement, type ReactNode } from 'react';
import { Scripts } from 'react-router';

/** Browsers know an element by its id: its name has to be that of a variable. */
const CODE_ID = 'pageCode';

/** How long pictures may keep a page's code waiting; then it comes beside them. */
const PATIENCE_MS = 2_000;

/**
 * Comes with a page and asks for its code once the first view is painted, for on a slow network the code's hundred
 * kilobytes would come before the picture that a customer waits for. Asks at once when a visitor does something, and
 * where the worker of the offline shop has the code. Where the code does not come, browsers do not ask again: the page is
 * loaded anew when the network is back, or at the next tap on a button that finds one.
 */
export const startCode = `{const code=window.${CODE_ID};
if(code)new Promise(start=>{
for(const input of['pointerdown','keydown','focusin','click'])addEventListener(input,start,1);
setTimeout(start,${PATIENCE_MS});
if(navigator.serviceWorker?.controller)start();
Promise.allSettled([...document.querySelectorAll('img:not([loading=lazy])')].map(image=>image.decode())).then(()=>requestAnimationFrame(()=>requestAnimationFrame(start)))
}).then(()=>{
noCode=()=>{earlyTap=void 0;onclick=ononline=e=>e.target.closest?.('button')===null||fetch('/').then(()=>location.reload())};
const add=(name,what)=>document.head.append(Object.assign(document.createElement(name),what));
for(const href of code.dataset.preload.split(' '))add('link',{rel:'modulepreload',href});
add('script',{type:'module',nonce:code.nonce,textContent:code.textContent,onerror:noCode})
})}`;

type Part = ReactElement<{
  children?: ReactNode;
  type?: string;
  href?: string;
  dangerouslySetInnerHTML?: { __html: string };
}>;

const partsOf = (parent: Part | null): Part[] => Children.toArray(parent?.props.children) as Part[];

/** Its last statement imports what begins the page. */
const noted = ({ props }: Part) => ({
  dangerouslySetInnerHTML: { __html: `${props.dangerouslySetInnerHTML?.__html.replace(/;\s*$/, '')}.catch(noCode)` },
});

/** React Router's scripts; its modules wait in the page for startCode. */
function WaitingScripts(): JSX.Element {
  const parts = partsOf(Scripts({}) as Part | null);
  const preload = parts.flatMap(({ props }) => props.href ?? []).join(' ');
  const waiting = { id: CODE_ID, type: 'text/plain', 'data-preload': preload };
  return (
    <>
      {parts
        .flatMap(partsOf)
        .map((script) =>
          script.props.type === 'module' ? cloneElement(script, { ...waiting, ...noted(script) }) : script,
        )}
    </>
  );
}

/** Browsers take over what is in the page, whatever its attributes. */
export const LateScripts = import.meta.env.SSR ? WaitingScripts : Scripts;
