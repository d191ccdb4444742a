import { chakra } from '@chakra-ui/react';
import { PanelRightClose, PanelRightOpen } from 'lucide-react';
import { useState } from 'react';
import { usePageImage } from '#src/console/desk/usePageImage.ts';
import { useRequisitionPages } from '#src/console/desk/useRequisitionPages.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { failureOf } from '#src/resource/failure.ts';
import { Button } from '#src/ui/Button.tsx';
import { ImageViewer } from '#src/ui/image/ImageViewer.tsx';
import { StateView } from '#src/ui/StateView.tsx';

/** The paper of a result's requisition, opened beside the values: whose result it is stands there as the hospital wrote it. */
export function RequisitionPaper({ requisitionCode }: { readonly requisitionCode: string }) {
  const { label } = useText();
  const { can, user } = useSession();
  const mayLook = can('requisitionImage_view');
  const { pages, error, retry } = useRequisitionPages(requisitionCode, mayLook);
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(1);
  const page = pages[Math.min(at, pages.length) - 1];
  const { src, failure, retry: again } = usePageImage(isOpen ? page : undefined);
  if (!mayLook) return null;
  if (error) return <StateView state="failed" failure={failureOf(error)} onRetry={retry} />;
  if (!page) return null;
  return (
    <chakra.section mb={3}>
      <Button size="sm" variant="ghost" icon={isOpen ? PanelRightClose : PanelRightOpen} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {label(['申请单图片 {count}', 'Paper {count}'], { count: pages.length })}
      </Button>
      {isOpen ? (
        <chakra.div h="60vh" display="flex" flexDirection="column">
          <ImageViewer
            src={src}
            failure={failure}
            onRetry={again}
            label={label(['{code} 第 {page} 页', '{code}, page {page}'], { code: requisitionCode, page: page.pageNo })}
            page={Math.min(at, pages.length)}
            pages={pages.length}
            onPage={setAt}
            mark={user?.name ?? ''}
          />
        </chakra.div>
      ) : null}
    </chakra.section>
  );
}
