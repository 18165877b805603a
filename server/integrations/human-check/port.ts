export type HumanAction = 'login' | 'checkout';

export type HumanCheck = {
  name: 'altcha' | 'recaptcha' | 'none';
  /** True when the token is genuine, fresh, unused and made for this action. */
  verify(check: { token: string; action: HumanAction; address: string }): Promise<boolean>;
  /** The challenge a browser has to solve, for checks that have one. */
  challenge?(action: HumanAction): Promise<unknown>;
};
