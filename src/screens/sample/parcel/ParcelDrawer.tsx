import { chakra } from '@chakra-ui/react';
import { RefreshCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ask } from '#src/api/ask.ts';
import { CallError } from '#src/api/call.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { Line, Told } from '#src/console/sample/CustodyLine.tsx';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';
import { ParcelWord } from './ParcelWord.tsx';

/** The way of one parcel, the last event first; what is old is asked anew when it is opened. */
export function ParcelDrawer({ courierNumber, onClose }: { readonly courierNumber: string; readonly onClose: () => void }) {
  const { label } = useText();
  const { data, failure, retry } = useAsked('GET sample/shunFeng/detail', { courierNumber });
  const [isAsking, setAsking] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const renew = async (): Promise<void> => {
    setAsking(true);
    setSaid(null);
    try {
      const { isAsked } = await ask('POST sample/shunFeng/refresh', { body: { courierNumber }, quiet: true });
      if (isAsked) retry();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setSaid(error.isTransport ? label(['连接不上服务器', 'The server cannot be reached']) : error.message);
    } finally {
      setAsking(false);
    }
  };
  const first = useRef(renew);
  useEffect(() => void first.current(), []);
  const events = data ? [...data.events].toReversed() : [];
  return (
    <SideDrawer
      title={label(['物流轨迹 {number}', 'Way of {number}'], { number: courierNumber })}
      aside={
        <Button size="sm" icon={RefreshCw} disabled={isAsking} onClick={() => void renew()}>
          {label(isAsking ? ['查询中', 'Asking'] : ['刷新', 'Ask anew'])}
        </Button>
      }
      onClose={onClose}
    >
      {failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : null}
      {!data && !failure ? <StateView state="loading" /> : null}
      {data ? (
        <chakra.div display="flex" flexDirection="column" gap={4}>
          <chakra.div display="flex" flexWrap="wrap" gap={4} alignItems="center" textStyle="dense">
            <ParcelWord status={data.status} />
            <span>{label(['申请单 {codes}', 'Requisitions {codes}'], { codes: data.requisitionCodes.join('、') || '-' })}</span>
            {data.deliveryHours === null ? null : <span>{label(['在途 {hours} 小时', '{hours} h on the way'], { hours: data.deliveryHours })}</span>}
            {data.askedTime ? <span>{label(['查询于 {at}', 'Asked at {at}'], { at: data.askedTime })}</span> : null}
          </chakra.div>
          {said !== null || data.fault !== null ? (
            <StatusWord tone="warning">{label(['未能更新: {why}', 'Not renewed: {why}'], { why: said ?? data.fault ?? '' })}</StatusWord>
          ) : null}
          {events.length === 0 ? (
            <StateView state="empty" text={['还没有物流轨迹', 'Nothing is known of its way yet']} />
          ) : (
            <Line aria-label={label(['物流轨迹', 'Way of the parcel'])}>
              {events.map(({ opCode, acceptTime, acceptAddress, remark, status }) => (
                <li key={`${acceptTime} ${opCode} ${remark}`}>
                  <chakra.span fontWeight="medium">{acceptAddress}</chakra.span> {remark}
                  <Told>
                    <chakra.span textStyle="figures">{acceptTime}</chakra.span>
                    {status === null ? null : <ParcelWord status={status} />}
                  </Told>
                </li>
              ))}
            </Line>
          )}
        </chakra.div>
      ) : null}
    </SideDrawer>
  );
}
