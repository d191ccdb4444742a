import { chakra } from '@chakra-ui/react';
import { ExternalLink, RotateCw } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useParams } from 'react-router-dom';
import { frameAddress, openOutside, sandboxOf } from '#src/console/frameAddress.ts';
import { menuName } from '#src/console/menuNames.ts';
import { framedMenu, menuLeaves } from '#src/console/menuTree.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { StateView } from '#src/ui/StateView.tsx';

const Page = chakra('div', {
  base: { display: 'flex', flexDirection: 'column', h: 'full', bg: 'bg.panel', border: 'hairline', borderRadius: 'md', overflow: 'hidden' },
});
const Head = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 1,
    h: '40px',
    flexShrink: 0,
    px: 3,
    borderBottom: 'hairline',
    '& > h1': { flex: 1, textStyle: 'title' },
  },
});
const Frame = chakra('iframe', { base: { flex: 1, w: 'full', border: 'none', bg: 'white', '&[data-loading]': { visibility: 'hidden' } } });
/** A page that never says it is ready is shown all the same (docs/wire.md#routes). */
const longestWaitMs = 3_000;

/** /myiframe/:routerPath: a page of another site, or a plain html page, in a sandbox. Only addresses of the user's own menu are shown. */
export function Screen() {
  const { t, language } = useText();
  const { routerPath = '' } = useParams();
  const { menus, isProfileKnown } = useSession();
  const menu = useMemo(() => framedMenu(menuLeaves(menus), routerPath), [menus, routerPath]);
  const path = menu?.path;
  // Kept: a renewed token must not load the page anew under the person's hands.
  const [address, setAddress] = useState<URL | null>(null);
  const [round, setRound] = useState(0);
  const [isLoading, setLoading] = useState(true);

  useEffect(() => {
    if (path === undefined) return;
    let isGone = false;
    void frameAddress(path).then((next) => isGone || setAddress((before) => before ?? next));
    return () => {
      isGone = true;
    };
  }, [path, round]);
  useEffect(() => {
    if (!isLoading || !address) return;
    const timer = setTimeout(() => setLoading(false), longestWaitMs);
    return () => clearTimeout(timer);
  }, [isLoading, address]);
  const refresh = useCallback(() => {
    setAddress(null);
    setLoading(true);
    setRound((before) => before + 1);
  }, []);

  if (!menu || path === undefined)
    return isProfileKnown ? <StateView state="failed" failure={{ message: t('frame.missing') }} /> : <StateView state="loading" />;
  const name = menuName(menu, language);
  // A browser shows no http page inside an https one.
  const isBlocked = address?.protocol === 'http:' && location.protocol === 'https:';
  return (
    <Page>
      <Head>
        <h1>{name}</h1>
        <IconButton label={t('frame.refresh')} icon={RotateCw} onClick={refresh} />
        <IconButton label={t('frame.newWindow')} icon={ExternalLink} onClick={() => void openOutside(path)} />
      </Head>
      {isBlocked ? (
        <StateView state="failed" failure={{ message: t('frame.insecure') }}>
          <Button icon={ExternalLink} variant="primary" onClick={() => void openOutside(path)}>
            {t('frame.newWindow')}
          </Button>
        </StateView>
      ) : (
        <>
          {isLoading ? <StateView state="loading" /> : null}
          {address ? (
            <Frame
              key={round}
              title={name}
              src={address.href}
              sandbox={sandboxOf(address, location.origin)}
              referrerPolicy="no-referrer"
              data-loading={isLoading || undefined}
              onLoad={() => setLoading(false)}
            />
          ) : null}
        </>
      )}
    </Page>
  );
}
