import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { holdAnswer, type watchCalls } from './watch-calls.ts';

type Once = {
  answer: unknown;
  taps: () => Promise<void>;
  shows: string;
};

export async function expectSentOnce(
  { answers, count }: Pick<ReturnType<typeof watchCalls>, 'answers' | 'count'>,
  name: string,
  { answer, taps, shows }: Once,
): Promise<void> {
  const reply = holdAnswer(answer);
  answers[name] = reply.answer;
  const screen = () => (document.body.textContent ?? '').replace(/\s+/g, ' ');
  await taps();
  await waitFor(() => expect(count(name)).toBeGreaterThan(0));
  expect(screen()).not.toContain(shows);
  reply.release();
  await waitFor(() => expect(screen()).toContain(shows));
  expect(count(name), name).toBe(1);
}
