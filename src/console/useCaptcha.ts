import { useCallback, useEffect, useRef, useState } from 'react';
import { isTransportError } from '#src/api/call.ts';
import { type Captcha, fetchCaptcha } from '#src/api/session.ts';

const probeEveryMs = 5_000;

export interface CaptchaState {
  readonly key: string;
  /** A data URL; '' while it is being fetched. */
  readonly image: string;
  /** False where the server asks for none. */
  readonly isAsked: boolean;
  /** Whether one is asked for is known, or cannot be. */
  readonly isKnown: boolean;
  /** The server cannot be reached. */
  readonly isLost: boolean;
  /** The server answered, but with no captcha. */
  readonly isFailed: boolean;
  readonly renew: () => void;
  /** Notes that the server could not be reached. */
  readonly lost: () => void;
}

/** The captcha of the login page; comes back by itself when the server can be reached again. */
export function useCaptcha(): CaptchaState {
  const [captcha, setCaptcha] = useState<Captcha | null>(null);
  const [fault, setFault] = useState<'lost' | 'failed' | null>(null);
  const latest = useRef(0);
  const renew = useCallback(() => {
    const mine = (latest.current += 1);
    void fetchCaptcha().then(
      (fresh) => {
        if (mine !== latest.current) return;
        setCaptcha(fresh);
        setFault(null);
      },
      (error: unknown) => mine === latest.current && setFault(isTransportError(error) ? 'lost' : 'failed'),
    );
  }, []);
  useEffect(renew, [renew]);

  const isLost = fault === 'lost';
  useEffect(() => {
    if (!isLost) return;
    const timer = setInterval(renew, probeEveryMs);
    window.addEventListener('online', renew);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', renew);
    };
  }, [isLost, renew]);

  const lost = useCallback(() => setFault('lost'), []);
  return {
    key: captcha?.key ?? '',
    image: captcha?.image ?? '',
    isAsked: captcha === null || captcha.image !== '',
    isKnown: captcha !== null || fault !== null,
    isLost,
    isFailed: fault === 'failed',
    renew,
    lost,
  };
}
