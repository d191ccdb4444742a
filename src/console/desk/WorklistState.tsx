import { chakra } from '@chakra-ui/react';
import type { Label } from '#domain/kernel/label.ts';
import { StateView, type Failure } from '#src/ui/StateView.tsx';
import { useText } from '../useText.ts';

export interface WorklistStateProps {
  readonly isKnown: boolean;
  readonly failure: Failure | null;
  readonly refresh: () => Promise<void>;
}

const old: Label = ['离线: 显示本机保存的名单', 'Offline: the list kept on this computer'];
const failed: Label = [
  '名单更新失败: {reason}; 显示本机保存的名单',
  'The list could not be renewed: {reason}. This is the one kept on this computer',
];

/** Over a kept list that could not be renewed: why, and that it is the one kept here; or that there is none, which is no empty list. */
export function WorklistState({ isKnown, failure, refresh }: WorklistStateProps) {
  const { label } = useText();
  if (!failure) return null;
  if (!isKnown) return <StateView state="failed" failure={failure} onRetry={() => void refresh()} />;
  return (
    <chakra.div role="status" textStyle="note" color="warning.text" data-worklist-old>
      {failure.isOffline ? label(old) : label(failed, { reason: failure.message })}
    </chakra.div>
  );
}
