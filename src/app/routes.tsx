import { createBrowserRouter, Navigate, type RouteObject, useLocation } from 'react-router-dom';
import { resources } from '#domain/resources.ts';
import { FaultScreen, ForbiddenScreen, NotFoundScreen } from '#src/screens/errors/ErrorScreens.tsx';
import { ChangePasswordScreen } from '#src/screens/session/ChangePasswordScreen.tsx';
import { LoginScreen } from '#src/screens/session/LoginScreen.tsx';
import { Shell } from '#src/shell/Shell.tsx';
import { isPage } from '#src/shell/TabPanels.tsx';
import { Allowed } from './Allowed.tsx';
import { FaultBoundary } from './FaultBoundary.tsx';
import { Guard, GuestOnly, UnlockedOnly } from './guards.tsx';
import type { ScreenLoader } from './loadScreen.ts';
import { ScreenHost } from './ScreenHost.tsx';
import { screens } from './screens.ts';

/** One loader a described screen: the parts are shared, the description is the screen's own. */
function resourceLoader(route: string): ScreenLoader {
  return async () => {
    const { resourceScreen } = await import('#src/resource/ResourceScreen.tsx');
    return { Screen: resourceScreen(route) };
  };
}

const handMade = Object.entries(screens);
const described = resources
  .flatMap((resource) => (resource.screens ?? []).map(({ route }) => route))
  .filter((route) => !(route in screens))
  .map((route) => [route, resourceLoader(route)] as const);

function ToNotFound() {
  const { pathname } = useLocation();
  return <Navigate to="/404" replace state={{ from: pathname }} />;
}

/** The pages inside the shell. Each is kept alive while its tab is open. */
export const pages: RouteObject[] = [
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
  { path: '*', element: <ToNotFound /> },
];

/** The pages that ask for no login. */
const outside = [
  ['/changepassword', ChangePasswordScreen],
  ['/403', ForbiddenScreen],
  ['/404', NotFoundScreen],
  ['/500', FaultScreen],
] as const;

export const router = createBrowserRouter([
  {
    errorElement: <FaultScreen />,
    children: [
      {
        path: '/login',
        element: (
          <GuestOnly>
            <LoginScreen />
          </GuestOnly>
        ),
      },
      ...outside.map(([path, Page]) => ({
        path,
        element: (
          <UnlockedOnly>
            <Page />
          </UnlockedOnly>
        ),
      })),
      {
        path: '/*',
        element: (
          <Guard>
            <Shell pages={pages} />
          </Guard>
        ),
      },
    ],
  },
]);
