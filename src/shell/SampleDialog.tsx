import { chakra } from '@chakra-ui/react';
import { CloudOff } from 'lucide-react';
import { type ComponentType, useEffect, useState } from 'react';
import { OwnActs } from '#src/console/sample/OwnActs.tsx';
import { useText } from '#src/console/useText.ts';
import { ScanBox } from '#src/ui/scan/ScanBox.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';

interface DialogProps {
  readonly onClose: () => void;
}
const load = (): Promise<ComponentType<DialogProps>> => import('#src/console/sample/SampleDetailDrawer.tsx').then((made) => made.SampleDetailDrawer);

/** 样本详情, which comes with the first look at a sample; where the network keeps it away, what this desk itself did to one. */
export function SampleDialog({ onClose }: DialogProps) {
  const [Drawer, setDrawer] = useState<ComponentType<DialogProps> | null>(null);
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    void load().then(
      (loaded) => setDrawer(() => loaded),
      () => setAway(true),
    );
  }, []);
  if (Drawer) return <Drawer onClose={onClose} />;
  return isAway ? <OwnSample onClose={onClose} /> : null;
}

function OwnSample({ onClose }: DialogProps) {
  const { label } = useText();
  const [code, setCode] = useState('');
  return (
    <SideDrawer title={label(['样本详情', 'A sample'])} onClose={onClose}>
      <chakra.div display="flex" flexDirection="column" gap={3}>
        <ScanBox
          label={['扫描或输入条码', 'Scan or type a code']}
          placeholder={['扫描或输入条码', 'Scan or type a code']}
          onScan={({ code: next }) => setCode(next)}
        />
        <StatusWord tone="warning" icon={CloudOff}>
          {label(['样本详情现在取不到, 只能看到本机的操作', 'The sample cannot be fetched now; only what this desk did is known'])}
        </StatusWord>
        {code === '' ? null : <OwnActs code={code} />}
      </chakra.div>
    </SideDrawer>
  );
}
