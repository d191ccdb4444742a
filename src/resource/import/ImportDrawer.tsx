import type { Resource, Screen } from '#domain/kernel/resource.ts';
import { useSay } from '#src/ui/language.ts';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { ImportPanel } from './ImportPanel.tsx';
import { importOf } from './recordImport.ts';

export interface ImportProps {
  readonly resource: Resource;
  readonly screen: Pick<Screen, 'route' | 'title' | 'fixed'>;
  /** Something was saved. */
  readonly onImported: () => void;
}

/** 导入. Closed, it goes on; opened again, it is where it was. */
export function ImportDrawer({ resource, screen, onImported, onClose }: ImportProps & { readonly onClose: () => void }) {
  const say = useSay();
  const one = importOf(screen.route, resource, screen.fixed ?? {});
  return (
    <SideDrawer title={say(['导入 · {title}', 'Import: {title}'], { title: screen.title })} size="lg" onClose={onClose}>
      <ImportPanel one={one} route={screen.route} onImported={onImported} />
    </SideDrawer>
  );
}
