import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import { controlClasses, findFirstInvalidField } from '#web/ui/form/field.tsx';
import { LONGEST_CVC, stripNonDigits } from '../../payment-card/card-number.ts';
import { cardErrorParts } from '../payment/card-error.tsx';
import { createSandboxCode } from '../payment/sandbox-provider.ts';
import { SecurityCodeField, type SecurityCodeProps } from './code-field.tsx';

export function SandboxCode({ ref, onEmpty }: SecurityCodeProps) {
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const isEmpty = code === '';
  useEffect(() => onEmpty(isEmpty), [isEmpty, onEmpty]);
  useImperativeHandle(ref, () => ({
    async createToken() {
      setWrong(false);
      if (isEmpty) return { token: null };
      const result = await createSandboxCode(code);
      if ('id' in result) return { token: result.id };
      setWrong(result.field === 'cvc');
      return { error: result.error };
    },
    focusWrong: () => findFirstInvalidField(box.current)?.focus(),
    show() {
      box.current?.scrollIntoView({ block: 'center' });
      box.current?.querySelector('input')?.focus({ preventScroll: true });
    },
  }));
  return (
    <div ref={box}>
      <SecurityCodeField>
        {({ 'aria-describedby': hint, ...inside }) => (
          <input
            {...inside}
            {...cardErrorParts(wrong, hint)}
            type="text"
            name="cvc"
            inputMode="numeric"
            autoComplete="cc-csc"
            placeholder="123"
            value={code}
            onChange={({ target }) => {
              setWrong(false);
              setCode(stripNonDigits(target.value).slice(0, LONGEST_CVC));
            }}
            className={controlClasses(wrong, 'max-w-32 tabular')}
          />
        )}
      </SecurityCodeField>
    </div>
  );
}
