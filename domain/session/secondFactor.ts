export type { SecondFactorSetup, SecondFactorState } from './secondFactorCalls.ts';

/** The token call's error that asks for the second step; its answer carries `second_ticket`, and `second_setup` where there is none yet. */
export const secondFactorNeeded = 2011;

export const secondFactorPaths = {
  state: 'user/second-factor',
  begin: 'user/second-factor-begin',
  confirm: 'user/second-factor-confirm',
  remove: 'user/second-factor-remove',
  reset: 'user/reset-second-factor',
} as const;
