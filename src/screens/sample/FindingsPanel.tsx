import { chakra } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { Finding } from '#domain/sample/rules/entryForm.ts';
import { useText } from '#src/console/useText.ts';
import { InputBox } from '#src/ui/fields/control.ts';

const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr) minmax(160px, 240px)',
    columnGap: 2,
    alignItems: 'center',
    px: 2,
    py: 1,
    borderRadius: 'md',
    textStyle: 'dense',
    border: '1px solid',
  },
  variants: {
    severity: {
      block: { bg: 'danger.subtle', color: 'danger.text', borderColor: 'danger.border' },
      warn: { bg: 'warning.subtle', color: 'warning.text', borderColor: 'warning.border' },
      inform: { bg: 'info.subtle', color: 'info.text', borderColor: 'info.border' },
    },
  },
});
const icons = { block: CircleAlert, warn: TriangleAlert, inform: Info } as const;

export interface FindingsPanelProps {
  readonly findings: readonly Finding[];
  /** By rule code. */
  readonly reasons: Readonly<Record<string, string>>;
  readonly onReason: (rule: string, reason: string) => void;
  /** Enter in a reason goes on to the next one that is empty, and from the last one saves. */
  readonly onDone: () => void;
  /** Another number: the save was stopped for a reason that is missing; the focus goes there. */
  readonly stopped: number;
}

/** What the rules say of an entry: blocks, warnings that need a reason, information; in place, nothing modal. */
export function FindingsPanel({ findings, reasons, onReason, onDone, stopped }: FindingsPanelProps) {
  const { label } = useText();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (stopped === 0) return;
    const missing = [...(list.current?.querySelectorAll('input') ?? [])].find((input) => input.value.trim() === '');
    missing?.focus();
    missing?.scrollIntoView?.({ block: 'center' });
  }, [stopped]);
  if (findings.length === 0) return null;
  return (
    <chakra.ul ref={list} aria-label={label(['规则提示', 'Rules'])} display="flex" flexDirection="column" gap={1} data-findings>
      {findings.map((finding) => {
        const Icon = icons[finding.severity];
        return (
          <Row key={`${finding.rule} ${finding.text[0]}`} severity={finding.severity} data-rule={finding.rule}>
            <Icon size={16} aria-hidden />
            <span>
              <chakra.span textStyle="mono" mr={2}>
                {finding.rule}
              </chakra.span>
              {label(finding.text)}
            </span>
            {finding.severity === 'warn' ? (
              <InputBox
                size="sm"
                aria-label={label(['{rule} 原因', 'Reason for {rule}'], { rule: finding.rule })}
                placeholder={label(['填写原因', 'Reason'])}
                maxLength={200}
                value={reasons[finding.rule] ?? ''}
                onChange={(event) => onReason(finding.rule, event.currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                  event.preventDefault();
                  event.stopPropagation();
                  const inputs = [...(event.currentTarget.closest('ul')?.querySelectorAll('input') ?? [])];
                  const next = inputs.find((input) => input.value.trim() === '');
                  if (next && next !== event.currentTarget) next.focus();
                  else if (event.currentTarget.value.trim() !== '') onDone();
                }}
              />
            ) : null}
          </Row>
        );
      })}
    </chakra.ul>
  );
}
