import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client';
import { useEffect } from 'react';
import { RouterProvider } from 'react-router-dom';
import { forgetQueries, persistOptions, queryClient } from '#src/console/queryClient.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { pickerSources } from '#src/resource/pickerSources.ts';
import { PickerSourcesContext } from '#src/ui/picker.ts';
import { pickerSources } from '#src/resource/pickerSources.ts';
import { PickerSourcesContext } from '#src/ui/picker.ts';
import { UiProvider } from '#src/ui/UiProvider.tsx';
import { router } from './routes.tsx';
import { useCallNotices } from './useCallNotices.ts';

/** Look, language, server state and pages; everything of one person is dropped when another comes. */
export function App() {
  const { user, status } = useSession();
  const { language } = useText();
  const userId = user?.id ?? '';
  useCallNotices(router);
  useEffect(() => {
    if (status === 'out') forgetQueries();
  }, [status]);
  return (
    <UiProvider language={language} userId={userId}>
      <PersistQueryClientProvider key={userId} client={queryClient} persistOptions={persistOptions(userId)}>
        <PickerSourcesContext value={pickerSources}>
          <PickerSourcesContext value={pickerSources}>
            <RouterProvider router={router} />
          </PickerSourcesContext>
        </PickerSourcesContext>
      </PersistQueryClientProvider>
    </UiProvider>
  );
}
