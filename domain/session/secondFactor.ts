/** What a person sets an authenticator up with; told once. */
export interface SecondFactorSetup {
  /** As it is typed by hand. */
  readonly secret: string;
  /** `otpauth://`: what a QR code says. */
  readonly address: string;
  /** Each good for one login without the phone. */
  readonly recoveryCodes: readonly string[];
}

/** How it stands with one's own account. */
export interface SecondFactorState {
  /** `yyyy-MM-dd HH:mm:ss`; null where a login asks for the password alone. */
  readonly since: string | null;
  readonly recoveryLeft: number;
  /** This account may not be without it. */
  readonly isRequired: boolean;
}

/** The token call's error that asks for the second step; its answer carries `second_ticket`, and `second_setup` where there is none yet. */
export const secondFactorNeeded = 2011;

export const secondFactorPaths = {
  state: 'user/second-factor',
  begin: 'user/second-factor-begin',
  confirm: 'user/second-factor-confirm',
  remove: 'user/second-factor-remove',
  reset: 'user/reset-second-factor',
} as const;
