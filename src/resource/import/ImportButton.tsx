import { Upload } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { canImport, verbPermission } from '#domain/kernel/resource.ts';
import { useSession } from '#src/console/useSession.ts';
import { Button } from '#src/ui/Button.tsx';
import { useSay } from '#src/ui/language.ts';
import type { ImportProps } from './ImportDrawer.tsx';
import { useImportShare } from './importRuns.ts';

// Seldom needed: it comes when it is asked for.
const ImportDrawer = lazy(() => import('./ImportDrawer.tsx').then((made) => ({ default: made.ImportDrawer })));

/** 导入: for who may save records of a resource that a sheet can hold. Says how far an import has come whose drawer was closed. */
export function ImportButton({ resource, screen, onImported }: ImportProps) {
  const say = useSay();
  const { can } = useSession();
  const share = useImportShare(screen.route);
  const [isOpen, setOpen] = useState(false);
  if (!canImport(resource) || !can(verbPermission(resource, 'save'))) return null;
  return (
    <>
      <Button size="sm" icon={Upload} onClick={() => setOpen(true)} data-import-open>
        {share === null ? say(['导入', 'Import']) : say(['导入 {percent}%', 'Import {percent}%'], { percent: Math.round(share * 100) })}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ImportDrawer resource={resource} screen={screen} onImported={onImported} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
