import { useEffect, useMemo, useState } from 'react';
import { codeType } from '#domain/code/codeStyle.ts';
import { inLanguage, type Language } from '#domain/kernel/label.ts';
import { useText } from '#src/console/useText.ts';
import { allMaster } from '#src/offline/master/masterData.ts';
import { isSameKind, type NumberKind, type NumbersRow } from '#src/offline/numbers/numbersRow.ts';
import { ChoiceControl } from '#src/ui/fields/ChoiceControl.tsx';

interface Laboratory {
  readonly laboratoryId: string;
  readonly laboratoryName: string;
}

/** The laboratories of this desk's own copy that test themselves. */
function useLaboratories(): readonly Laboratory[] {
  const [list, setList] = useState<readonly Laboratory[]>([]);
  useEffect(() => {
    void allMaster('laboratory').then((rows) =>
      setList(
        rows
          .filter((row) => Number(row['isDisable'] ?? 0) === 0)
          .map((row) => ({ laboratoryId: String(row['laboratoryId'] ?? row['id']), laboratoryName: String(row['laboratoryName']) })),
      ),
    );
  }, []);
  return list;
}

/** Names a kind of numbers: what the code names, and the laboratory where it has one. */
export function useKindName(): (kind: NumberKind, language: Language) => string {
  const laboratories = useLaboratories();
  return ({ codeType: type, laboratoryId }, language) => {
    const what = inLanguage(codeType.labelOf(type) ?? ['', ''], language);
    const where = laboratories.find((each) => each.laboratoryId === laboratoryId)?.laboratoryName;
    return where ? `${what} ${where}` : what;
  };
}

const keyOf = ({ codeType: type, laboratoryId }: NumberKind): string => `${type}:${laboratoryId ?? ''}`;

/** What the labels are of. Kinds this desk holds first. */
export function KindChooser({
  row,
  kind,
  onChoose,
}: {
  readonly row: NumbersRow;
  readonly kind: NumberKind;
  readonly onChoose: (kind: NumberKind) => void;
}) {
  const { label } = useText();
  const laboratories = useLaboratories();
  const nameOf = useKindName();
  const kinds = useMemo(() => {
    const all: NumberKind[] = [
      ...row.wishes,
      { codeType: codeType.sample, laboratoryId: null },
      { codeType: codeType.requisition, laboratoryId: null },
      ...laboratories.map(({ laboratoryId }) => ({ codeType: codeType.lab as number, laboratoryId })),
    ];
    return all.filter((each, at) => all.findIndex((other) => isSameKind(each, other)) === at);
  }, [row.wishes, laboratories]);
  return (
    <ChoiceControl
      ariaLabel={label(['号码种类', 'Kind of numbers'])}
      form="list"
      options={kinds.map((each) => ({ code: keyOf(each), label: [nameOf(each, 'zh'), nameOf(each, 'en')] }))}
      value={keyOf(kind)}
      onChange={(code) => {
        const chosen = kinds.find((each) => keyOf(each) === code);
        if (chosen) onChoose(chosen);
      }}
    />
  );
}
