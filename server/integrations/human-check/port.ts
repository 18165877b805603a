export type HumanAction = 'login' | 'checkout';

export type HumanCheck = {
  name: 'altcha' | 'recaptcha' | 'none';
  /** Returns true for a genuine, fresh and unused token of this action. */
  verify(check: { token: string; action: HumanAction; address: string }): Promise<boolean>;
  /** `work`: multiple of the minimum work. */
  challenge?(action: HumanAction, work?: number): Promise<unknown>;
  readWork?(token: string): number;
};
