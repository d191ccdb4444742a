import { chakra } from '@chakra-ui/react';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import type { Called } from './useCall.ts';

/** Beside counts that could not be had or renewed: why, and another try. Nothing while they are. */
export function CountsFailed({ of: { failure, retry } }: { readonly of: Called<unknown> }) {
  const { label } = useText();
  if (!failure) return null;
  return (
    <chakra.span role="status" display="inline-flex" alignItems="center" gap={2} textStyle="dense" color="danger.text" data-counts-failed>
      {label(['数量读取失败: {message}', 'The counts could not be read: {message}'], { message: failure.message })}
      <Button size="sm" onClick={retry}>
        {label(['重试', 'Try again'])}
      </Button>
    </chakra.span>
  );
}
