import { PlayCircle } from 'lucide-react';
import { useState } from 'react';
import { commodityQualified } from '#domain/base/commodityQualified.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListScreen } from '#src/resource/ListScreen.tsx';
import { Button } from '#src/ui/Button.tsx';
import { QualifiedDrawer } from './QualifiedDrawer.tsx';

/** 产品资质管理: what each laboratory is qualified for; applied to what it offers by a job, and undone by another. */
export function Screen() {
  const { label } = useText();
  const { can } = useSession();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ListScreen
        resource={commodityQualified}
        screen={commodityQualified.screens[0]}
        tools={() =>
          can('commodityQualified_execute') ? (
            <Button size="sm" icon={PlayCircle} onClick={() => setOpen(true)}>
              {label(['执行/撤销', 'Apply or undo'])}
            </Button>
          ) : null
        }
      />
      {isOpen ? <QualifiedDrawer onClose={() => setOpen(false)} /> : null}
    </>
  );
}
