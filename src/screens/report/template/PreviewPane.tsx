import { chakra } from '@chakra-ui/react';
import { useText } from '#src/console/useText.ts';
import { StateView } from '#src/ui/StateView.tsx';
import type { Preview } from './usePreview.ts';

/** The pages as they would be printed; the last good ones stay, dimmed, while others are made. */
export function PreviewPane({ pages, isMaking, failure }: Preview) {
  const { label } = useText();
  return (
    <chakra.div
      position="relative"
      h="full"
      minH={0}
      overflow="auto"
      bg="bg.muted"
      p={3}
      aria-busy={isMaking}
      data-preview={isMaking ? 'making' : 'made'}
    >
      {failure ? (
        <chakra.p
          role="alert"
          position="sticky"
          top={0}
          zIndex={1}
          mb={2}
          p={2}
          borderRadius="sm"
          bg="danger.subtle"
          color="danger.text"
          textStyle="dense"
        >
          {label(['预览未更新: {failure}', 'The preview is not up to date: {failure}'], { failure })}
        </chakra.p>
      ) : null}
      {pages.length === 0 && !failure ? <StateView state="loading" /> : null}
      <chakra.div display="grid" gap={3} opacity={isMaking && pages.length > 0 ? 0.6 : 1} transition="opacity 80ms">
        {pages.map((page, at) => (
          <chakra.img
            key={page}
            src={page}
            alt={label(['第 {at} 页', 'Page {at}'], { at: at + 1 })}
            w="full"
            maxW="900px"
            mx="auto"
            bg="white"
            border="hairline"
          />
        ))}
      </chakra.div>
    </chakra.div>
  );
}
