import type { CallName } from '#contract/calls.ts';
import type { Answer, Given } from '../../api/answers.ts';

/** The shop's calls as the checkout needs them: `api` of web/api/client.ts, or a stand-in that writes down the order. */
export type CallApi = <Name extends CallName>(name: Name, given: Given<Name>) => Promise<Answer<Name>>;
