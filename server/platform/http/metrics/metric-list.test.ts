import { expect, it } from 'vitest';
import { METRICS } from './metric-list.ts';

it('names all metrics as the Prometheus naming rules require', () => {
  const wrong = Object.entries(METRICS).filter(([name, { type, help, labels }]) => {
    const isCounter = name.endsWith('_total');
    return (
      isCounter !== (type === 'counter') ||
      !/^handsel(_[a-z]+)+$/.test(name) ||
      !help ||
      labels.some((label) => !/^[a-z]+$/.test(label))
    );
  });
  expect(wrong).toEqual([]);
});
