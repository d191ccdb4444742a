import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client';
import { useMemo } from 'react';
import { RouterProvider } from 'react-router-dom';
import { persistOptions, queryClient } from '#src/console/queryClient.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { pickerSourcesFor } from '#src/resource/pickerSources.ts';
import { StorageWatch } from '#src/shell/StorageWatch.tsx';
import { PickerSourcesContext } from '#src/ui/picker.ts';
import { UiProvider } from '#src/ui/UiProvider.tsx';
import { router } from './routes.tsx';
import { useCallNotices } from './useCallNotices.ts';

/** Look, language, server state and pages. */
export function App() {
  const { user, can } = useSession();
  const { language } = useText();
  const userId = user?.id ?? '';
  const pickerSources = useMemo(() => pickerSourcesFor(can), [can]);
  useCallNotices(router);
  return (
    <UiProvider language={language} userId={userId}>
      <PersistQueryClientProvider key={userId} client={queryClient} persistOptions={persistOptions(userId)}>
        <PickerSourcesContext value={pickerSources}>
          <RouterProvider router={router} />
          <StorageWatch />
        </PickerSourcesContext>
      </PersistQueryClientProvider>
    </UiProvider>
  );
}
