import { chakra } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import type { SecondFactorSetup as Setup } from '#domain/session/secondFactor.ts';
import type { Matrix } from '#src/ui/label/barcode.ts';
import { useText } from './useText.ts';

const texts = {
  scan: ['1. 用手机验证器(如微信小程序“验证器”、Google 或 Microsoft Authenticator)扫描二维码', '1. Scan this with an authenticator on your phone'],
  type: ['不能扫描时, 手工输入密钥', 'If it cannot be scanned, type this key'],
  keep: [
    '2. 抄下恢复码并妥善保管: 手机丢失时, 每个可登录一次。离开此页后不再显示',
    '2. Write down the recovery codes: without your phone each lets you in once. They are not shown again',
  ],
  code: ['二维码', 'QR code'],
} as const satisfies Record<string, Label>;

const Part = chakra('section', { base: { display: 'flex', flexDirection: 'column', gap: 2, textStyle: 'dense' } });
const Codes = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, max-content)',
    columnGap: 6,
    rowGap: 1,
    m: 0,
    p: 0,
    listStyle: 'none',
    fontFamily: 'mono',
  },
});

/** Blank until the symbologies are here: they weigh more than the whole login, which most do without. */
function useQrCode(text: string): Matrix {
  const [matrix, setMatrix] = useState<Matrix>({ size: 33, path: '' });
  useEffect(() => {
    let isGone = false;
    void import('#src/ui/label/barcode.ts').then(({ matrixOf }) => isGone || setMatrix(matrixOf('qr', text)));
    return () => {
      isGone = true;
    };
  }, [text]);
  return matrix;
}

/** What an authenticator is set up with, shown once. Always dark on white: so it is read in every theme. */
export function SecondFactorSetup({ setup }: { readonly setup: Setup }) {
  const { label } = useText();
  const { size, path } = useQrCode(setup.address);
  const quiet = 4;
  return (
    <>
      <Part>
        <p>{label(texts.scan)}</p>
        <chakra.svg
          role="img"
          aria-label={label(texts.code)}
          viewBox={`${-quiet} ${-quiet} ${size + 2 * quiet} ${size + 2 * quiet}`}
          w="176px"
          h="176px"
          bg="white"
          border="hairline"
          borderRadius="md"
          shapeRendering="crispEdges"
        >
          <path d={path} fill="black" fillRule="evenodd" />
        </chakra.svg>
        <p>
          {label(texts.type)}:{' '}
          <chakra.code fontFamily="mono" overflowWrap="anywhere" data-secret="">
            {setup.secret.match(/.{1,4}/g)?.join(' ')}
          </chakra.code>
        </p>
      </Part>
      <Part>
        <p>{label(texts.keep)}</p>
        <Codes data-recovery="">
          {setup.recoveryCodes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Codes>
      </Part>
    </>
  );
}
