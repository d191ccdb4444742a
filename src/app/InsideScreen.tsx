import { useMemo } from 'react';
import { Navigate, type RouteObject, useLocation } from 'react-router-dom';
import { type DescribingArea, describedRoutes } from '#domain/consoleTable.ts';
import { useSession } from '#src/console/useSession.ts';
import { pickerSourcesFor } from '#src/resource/pickerSources.ts';
import { Shell } from '#src/shell/Shell.tsx';
import { isPage } from '#src/shell/TabPanels.tsx';
import { PickerSourcesContext } from '#src/ui/picker.ts';
import { Allowed } from './Allowed.tsx';
import { describedAreas } from './describedAreas.ts';
import { FaultBoundary } from './FaultBoundary.tsx';
import type { ScreenLoader } from './loadScreen.ts';
import { ScreenHost } from './ScreenHost.tsx';
import { screens } from './screens.ts';

export { startOffline } from '#src/offline/startOffline.ts';

/** One loader a described screen: the parts are shared, the description comes with its area. */
function resourceLoader(route: string, area: DescribingArea): ScreenLoader {
  return async () => {
    const [{ resourceScreen }, resources] = await Promise.all([import('#src/resource/ResourceScreen.tsx'), describedAreas[area]()]);
    const resource = resources.find(({ screens = [] }) => screens.some((screen) => screen.route === route));
    if (!resource) throw new Error(`${area} describes no screen at ${route}`);
    return { Screen: resourceScreen(resource, route) };
  };
}

const handMade = Object.entries(screens);
const described = Object.entries(describedRoutes)
  .filter(([route]) => !(route in screens))
  .map(([route, area]) => [route, resourceLoader(route, area)] as const);

function ToNotFound() {
  const { pathname } = useLocation();
  return <Navigate to="/404" replace state={{ from: pathname }} />;
}

/** The pages inside the shell. Each is kept alive while its tab is open. */
const pages: RouteObject[] = [
  ...[...handMade, ...described].map(([path, load]) => ({
    path,
    handle: isPage,
    element: (
      <FaultBoundary>
        <Allowed>
          <ScreenHost load={load} />
        </Allowed>
      </FaultBoundary>
    ),
  })),
  { path: '/', element: <Navigate to="/wel/index" replace /> },
  { path: '/wel', element: <Navigate to="/wel/index" replace /> },
  { path: '/basic/panel-test-cycle', element: <Navigate to="/lab-report/cycle" replace /> },
  { path: '*', element: <ToNotFound /> },
];

/** Everything behind the login; a login page is shown without it. */
export function Screen() {
  const { can } = useSession();
  const pickerSources = useMemo(() => pickerSourcesFor(can), [can]);
  return (
    <PickerSourcesContext value={pickerSources}>
      <Shell pages={pages} />
    </PickerSourcesContext>
  );
}
