/** A `wrong` finding makes `npm run doctor` exit with 1; its sentence says how to fix it. */
export type Finding = { state: 'ok' | 'note' | 'wrong'; sentence: string };

export const ok = (sentence: string): Finding => ({ state: 'ok', sentence });
export const note = (sentence: string): Finding => ({ state: 'note', sentence });
export const wrong = (sentence: string): Finding => ({ state: 'wrong', sentence });
