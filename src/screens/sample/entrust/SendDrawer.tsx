import { chakra } from '@chakra-ui/react';
import { PackagePlus, X } from 'lucide-react';
import { useState } from 'react';
import { mostAtOnce } from '#domain/kernel/many.ts';
import { normalCode } from '#domain/sample/codeText.ts';
import { sendEntrust } from '#domain/sample/entrust/entrustActs.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { ScanBox } from '#src/ui/scan/ScanBox.tsx';
import { playSound } from '#src/ui/scan/sounds.ts';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { useEntrustLaboratories } from './useEntrustLaboratories.ts';

const Line = chakra('li', {
  base: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', borderTop: 'hairline', py: 1, textStyle: 'mono' },
});

/** Tubes are scanned into a batch; where they go and by which courier is asked once for all. */
export function SendDrawer({ onClose, onDone }: { readonly onClose: () => void; readonly onDone: () => void }) {
  const { label } = useText();
  const source = useEntrustLaboratories();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [told, setTold] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const scan = (typed: string): void => {
    const code = normalCode(typed);
    if (codes.includes(code)) {
      playSound('repeat');
      setTold(label(['重复: {code}', 'Already here: {code}'], { code }));
      return;
    }
    if (codes.length >= mostAtOnce) {
      playSound('refused');
      setTold(label(['一次最多 {most} 管', 'At most {most} tubes at once'], { most: mostAtOnce }));
      return;
    }
    playSound('ok');
    setTold(null);
    setCodes([code, ...codes]);
  };
  return (
    <>
      <SideDrawer
        title={label(sendEntrust.title)}
        onClose={onClose}
        footer={
          <Button variant="primary" icon={PackagePlus} disabled={codes.length === 0} onClick={() => setAsking(true)}>
            {label(['委托 {count} 管', 'Entrust {count} tubes'], { count: codes.length })}
          </Button>
        }
      >
        <ScanBox
          label={['扫描样本条码', 'Scan sample codes']}
          placeholder={['扫描样本条码', 'Scan sample codes']}
          onScan={({ code }) => scan(code)}
        />
        <chakra.p role="status" textStyle="dense" color="warning.text" minH="22px" my={1}>
          {told}
        </chakra.p>
        {codes.length === 0 ? (
          <StateView state="empty" text={['逐管扫描要委托的样本', 'Scan the tubes that are to go']} />
        ) : (
          <chakra.ul listStyleType="none">
            {codes.map((code) => (
              <Line key={code}>
                {code}
                <Button
                  size="sm"
                  icon={X}
                  aria-label={label(['移除 {code}', 'Take {code} out'], { code })}
                  onClick={() => setCodes(codes.filter((one) => one !== code))}
                >
                  {label(['移除', 'Take out'])}
                </Button>
              </Line>
            ))}
          </chakra.ul>
        )}
      </SideDrawer>
      {isAsking ? (
        <ActDrawer
          command={sendEntrust}
          rows={codes.map((sampleCode) => ({ sampleCode }))}
          settings={{ entrustedLaboratoryId: { source }, courierNumber: { takesScan: true } }}
          onClose={() => setAsking(false)}
          onDone={(done) => {
            const gone = new Set(done.map(({ row }) => row.sampleCode));
            setCodes((known) => known.filter((code) => !gone.has(code)));
            onDone();
          }}
        />
      ) : null}
    </>
  );
}
