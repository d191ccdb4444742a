import { createBrowserRouter } from 'react-router-dom';
import { FaultScreen, ForbiddenScreen, NotFoundScreen } from '#src/screens/errors/ErrorScreens.tsx';
import { ChangePasswordScreen } from '#src/screens/session/ChangePasswordScreen.tsx';
import { LoginScreen } from '#src/screens/session/LoginScreen.tsx';
import { Guard, GuestOnly, UnlockedOnly } from './guards.tsx';
import { inside } from './inside.ts';
import { ScreenHost } from './ScreenHost.tsx';

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
            <ScreenHost load={inside} />
          </Guard>
        ),
      },
    ],
  },
]);
