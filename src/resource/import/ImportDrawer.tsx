import { useSay } from '#src/ui/language.ts';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import type { ImportButtonProps } from './ImportButton.tsx';
import { ImportPanel } from './ImportPanel.tsx';
import { importOf } from './recordImport.ts';

/** 导入. Closed, it goes on; opened again, it is where it was. */
export function ImportDrawer({ resource, screen, onImported, onClose }: ImportButtonProps & { readonly onClose: () => void }) {
  const say = useSay();
  const one = importOf(screen.route, resource, screen.fixed ?? {});
  return (
    <SideDrawer title={say(['导入 · {title}', 'Import: {title}'], { title: screen.title })} size="lg" onClose={onClose}>
      <ImportPanel one={one} route={screen.route} onImported={onImported} />
    </SideDrawer>
  );
}
