import { chakra } from '@chakra-ui/react';
import type { CaptchaState } from './useCaptcha.ts';
import { useText } from './useText.ts';

const Frame = chakra('button', {
  base: {
    flexShrink: 0,
    w: '184px',
    h: '60px',
    border: '1px solid',
    borderColor: 'border.input',
    borderRadius: 'md',
    bg: 'white',
    overflow: 'hidden',
    cursor: 'pointer',
    textStyle: 'note',
    color: 'black',
    '& > img': { w: 'full', h: 'full', objectFit: 'contain' },
  },
});

/** The captcha's picture; a click brings another one. Always on white: its ink is dark in every theme. */
export function CaptchaImage({ captcha }: { readonly captcha: CaptchaState }) {
  const { t } = useText();
  return (
    <Frame type="button" data-tip={t('login.renewCaptcha')} aria-label={t('login.renewCaptcha')} onClick={captcha.renew}>
      {captcha.image ? <img src={captcha.image} alt={t('login.captcha')} /> : captcha.isFailed ? t('login.captchaFailed') : null}
    </Frame>
  );
}
