import type { Label } from '#domain/kernel/label.ts';

/** GET of the auth service, for everybody, `?tenantId` -> LoginOptions: what the login page offers. */
export const loginOptionsPath = 'oauth/login-options';
export interface LoginOptions {
  readonly isTenantMode: boolean;
  readonly isCaptchaOn: boolean;
  /** Codes can be sent to phones. */
  readonly hasPhone: boolean;
  readonly providers: readonly OfferedProvider[];
  /** A token this old is renewed, s (docs/contract.md#limits). */
  readonly tokenSeconds: number;
  readonly crypto: CryptoOptions | null;
  /** `id:secret` of the programme in our page: a desk's kept page may be older than the installation's settings. */
  readonly client: string;
}
export interface OfferedProvider {
  readonly source: string;
  readonly kind: 'social' | 'sso';
  readonly name: Label;
}
/** What clients seal before they send it (docs/wire.md#sealing). The key is no secret to whoever can load the page. */
export interface CryptoOptions {
  /** 16, 24 or 32 characters. */
  readonly key: string;
  readonly isTokenSealed: boolean;
  readonly isBodySealed: boolean;
}

/** Where a login at a provider begins; the browser goes there. */
export const renderPath = (source: string): string => `oauth/render/${encodeURIComponent(source)}`;
/** POST `?tenantId&phone` -> { id, seconds }. */
export const sendCodePath = 'oauth/sms/send-validate';
/** POST of the user service { phone } -> { id, seconds }: a code by which who is signed in proves a number their own. */
export const ownCodePath = 'phone/send-code';
/** Seconds until the next code may be asked for. */
export const resendSeconds = 60;
