import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client';
import { RouterProvider } from 'react-router-dom';
import { persistOptions, queryClient } from '#src/console/queryClient.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { StorageWatch } from '#src/shell/StorageWatch.tsx';
import { UiProvider } from '#src/ui/UiProvider.tsx';
import { router } from './routes.tsx';
import { useCallNotices } from './useCallNotices.ts';

/** Look, language, server state and pages. */
export function App() {
  const { user } = useSession();
  const { language } = useText();
  const userId = user?.id ?? '';
  useCallNotices(router);
  return (
    <UiProvider language={language} userId={userId}>
      <PersistQueryClientProvider key={userId} client={queryClient} persistOptions={persistOptions(userId)}>
        <RouterProvider router={router} />
        <StorageWatch />
      </PersistQueryClientProvider>
    </UiProvider>
  );
}
