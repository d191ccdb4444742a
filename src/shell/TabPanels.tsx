import { chakra } from '@chakra-ui/react';
import { Activity, memo, type ReactNode, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import {
  type Location,
  matchRoutes,
  NavigationType,
  type RouteObject,
  UNSAFE_LocationContext as AddressContext,
  UNSAFE_RouteContext as RouteContext,
  useLocation,
  useRoutes,
} from 'react-router-dom';
import { keepScroll } from '#src/console/keptScroll.ts';
import { notePage } from '#src/console/recentPages.ts';
import { useSession } from '#src/console/useSession.ts';
import { useTabs } from '#src/console/useTabs.ts';

const Panel = chakra('div', { base: { h: 'full', overflow: 'auto', p: 3 } });
/** Kept pages cost memory; the least recently seen beyond these are drawn anew (their drafts are kept by themselves). */
const maxKept = 8;
/** Stands at a route (`handle`) that is a page with a tab. */
export const isPage = { isPage: true } as const;

/** The open pages: the active one is shown, the others are kept as they were left, with their own address. */
export function TabPanels({ pages }: { readonly pages: RouteObject[] }) {
  const location = useLocation();
  const { tabs, activeId, visit } = useTabs();
  const userId = useSession().user?.id ?? '';
  const [kept, setKept] = useState<readonly Location[]>([]);
  const [above] = useState(useContext(RouteContext));

  useEffect(() => {
    // Addresses that only lead elsewhere are no pages.
    if (matchRoutes(pages, location)?.at(-1)?.route.handle !== isPage) return;
    visit({ id: location.pathname, path: location.pathname + location.search + location.hash });
  }, [location, visit, pages]);
  const { pathname } = location;
  useEffect(() => notePage(userId, pathname), [userId, pathname]);

  // The address a hidden page was left at stands still, so that it does not see the others' searches.
  const others = kept.filter((page) => page.pathname !== location.pathname && tabs.some(({ id }) => id === page.pathname));
  const shown = [...others.slice(-(maxKept - 1)), location];
  // Noted while rendering, as React has it for state that follows from what came before: the page left just now is drawn in the same pass.
  if (kept.at(-1) !== location) setKept(shown);

  return (
    <RouteContext.Provider value={above}>
      {shown
        .toSorted((a, b) => a.pathname.localeCompare(b.pathname))
        .map((page) => (
          <Activity key={page.pathname} mode={page.pathname === activeId ? 'visible' : 'hidden'}>
            <KeptPanel id={page.pathname}>
              <Page pages={pages} location={page} />
            </KeptPanel>
          </Activity>
        ))}
    </RouteContext.Provider>
  );
}

/** Comes and goes with the sight of its page: the place one has scrolled to is noted and brought back. */
function KeptPanel({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (panel.current ? keepScroll(id, panel.current) : undefined), [id]);
  return (
    <Panel ref={panel} data-print-flow data-page={id}>
      {children}
    </Panel>
  );
}

/**
 * Sees its own address alone. The router tells every page of every change of address, and the kept ones would all be
 * drawn again whenever another is turned to; so it is told the address of its own page, and the route above, which stays.
 */
const Page = memo(function Page({ pages, location }: { readonly pages: RouteObject[]; readonly location: Location }) {
  const address = useMemo(() => ({ location, navigationType: NavigationType.Pop }), [location]);
  return (
    <AddressContext.Provider value={address}>
      <Matched pages={pages} location={location} />
    </AddressContext.Provider>
  );
});

function Matched({ pages, location }: { readonly pages: RouteObject[]; readonly location: Location }) {
  const matched = useRoutes(pages, location);
  const [held, setHeld] = useState({ location, matched });
  if (held.location !== location) setHeld({ location, matched });
  // React draws whoever reads an address again when any above changes, seen or not; the same element ends it here.
  return held.location === location ? held.matched : matched;
}
