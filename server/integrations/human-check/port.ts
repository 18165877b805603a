export type HumanAction = 'login' | 'checkout';

export type HumanCheck = {
  name: 'altcha' | 'recaptcha' | 'none';
  /** True when the token is genuine, fresh, unused and made for this action. */
  verify(check: { token: string; action: HumanAction; address: string }): Promise<boolean>;
  /** The challenge a browser has to solve, for checks that have one; `work`: how many times the least. */
  challenge?(action: HumanAction, work?: number): Promise<unknown>;
  /** How many times the least work stands behind a token that verify() has found good. */
  workOf?(token: string): number;
};
