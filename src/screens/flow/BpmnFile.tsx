import { chakra } from '@chakra-ui/react';
import { useText } from '#src/console/useText.ts';
import { FileBox } from '#src/ui/fields/FileBox.tsx';
import { Diagram } from './Diagram.tsx';

export interface ChosenFile {
  readonly file: File;
  readonly xml: string;
  /** For the viewer: the same object as long as the file is the same. */
  readonly view: { readonly xml: string; readonly flow: readonly never[] };
}

/** Chooses a BPMN file of this computer and shows it at once. */
export function BpmnFile({
  chosen,
  onChoose,
  isMissing,
}: {
  readonly chosen: ChosenFile | null;
  readonly onChoose: (chosen: ChosenFile | null) => void;
  readonly isMissing: boolean;
}) {
  const { label } = useText();
  const choose = async (file: File | null): Promise<void> => {
    if (!file) return onChoose(null);
    const xml = await file.text();
    onChoose({ file, xml, view: { xml, flow: [] } });
  };
  return (
    <chakra.div display="flex" flexDirection="column" gap={2} mt={3}>
      <FileBox
        label={['流程图文件 (bpmn20.xml 或 bpmn, 不超过 512 KB)', 'Process file (bpmn20.xml or bpmn, at most 512 KB)']}
        accept=".xml,.bpmn"
        file={chosen?.file ?? null}
        isInvalid={isMissing}
        onChoose={(file) => void choose(file)}
      />
      {isMissing ? (
        <chakra.p role="alert" textStyle="note" color="danger.text">
          {label(['请选择流程图文件', 'Choose a process file'])}
        </chakra.p>
      ) : null}
      {chosen ? (
        <chakra.div h="360px">
          <Diagram view={chosen.view} hasLegend={false} />
        </chakra.div>
      ) : null}
    </chakra.div>
  );
}
