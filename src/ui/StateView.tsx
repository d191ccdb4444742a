import { chakra } from '@chakra-ui/react';
import { CloudOff, Inbox, LoaderCircle, RotateCw, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { Button } from './Button.tsx';
import { useSay } from './language.ts';

/** What went wrong, as it may be shown: no stack, but an id to quote. */
export interface Failure {
  /** In the user's language. */
  readonly message: string;
  readonly requestId?: string | null;
  /** The network is missing rather than the server failing. */
  readonly isOffline?: boolean;
}

const Frame = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: 2,
    minH: '160px',
    h: 'full',
    p: 6,
    textAlign: 'center',
    color: 'fg.muted',
    textStyle: 'dense',
    '& > svg': { color: 'fg.disabled' },
  },
});

export type StateViewProps =
  | { readonly state: 'loading'; readonly text?: Label }
  | { readonly state: 'failed'; readonly failure: Failure; readonly onRetry?: () => void; readonly children?: ReactNode }
  | {
      readonly state: 'empty';
      readonly text?: Label;
      readonly params?: Readonly<Record<string, unknown>>;
      /** The act that fills it. */ readonly children?: ReactNode;
    };

/** Loading (silent for 300 ms), failed (what, retry, an id to quote), empty (one sentence and the act that fills it). */
export function StateView(props: StateViewProps) {
  const say = useSay();
  if (props.state === 'loading') return <Loading text={props.text ?? ['加载中…', 'Loading…']} />;
  if (props.state === 'failed') {
    const { failure, onRetry, children } = props;
    const Icon = failure.isOffline ? CloudOff : TriangleAlert;
    return (
      <Frame role="alert">
        <Icon size={28} aria-hidden />
        <chakra.div color="fg" textStyle="body">
          {failure.message}
        </chakra.div>
        {failure.requestId ? (
          <chakra.div textStyle="note">
            {say(['请求编号 ', 'Request id '])}
            <chakra.span textStyle="mono" userSelect="all">
              {failure.requestId}
            </chakra.span>
          </chakra.div>
        ) : null}
        {onRetry ? (
          <Button icon={RotateCw} onClick={onRetry}>
            {say(['重试', 'Try again'])}
          </Button>
        ) : null}
        {children}
      </Frame>
    );
  }
  return (
    <Frame>
      <Inbox size={28} aria-hidden />
      <div>{say(props.text ?? ['暂无数据', 'Nothing here yet'], props.params)}</div>
      {props.children}
    </Frame>
  );
}

function Loading({ text }: { readonly text: Label }) {
  const say = useSay();
  const isLate = useIsLate(300);
  return (
    <Frame role="status" aria-busy>
      {isLate ? (
        <>
          <LoaderCircle size={20} className="spinning" aria-hidden />
          {say(text)}
        </>
      ) : null}
    </Frame>
  );
}

/** False for the first `ms` milliseconds after mounting: what comes quickly shows no skeleton. */
export function useIsLate(ms: number): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isLate;
}
