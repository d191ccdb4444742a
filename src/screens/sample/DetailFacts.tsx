import { chakra } from '@chakra-ui/react';
import type { Problem } from '#domain/kernel/check.ts';
import type { PassNo } from '#domain/sample/entryState.ts';
import type { Values } from '#domain/sample/rules/entryForm.ts';
import { entryFormOf } from '#domain/sample/forms/entryForms.ts';
import type { EntryWorkRow } from '#domain/sample/rows.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { actTimeText } from '#src/ui/ActTime.tsx';
import { Button } from '#src/ui/Button.tsx';
import { StatusWord, Tag } from '#src/ui/Tag.tsx';
import { rowActs, type RowActKind } from './rowActs.ts';

export interface Opened {
  readonly work: EntryWorkRow;
  readonly initial: Values;
  readonly unclear: readonly string[];
  readonly reasons: Readonly<Record<string, string>>;
  readonly problems?: readonly Problem[];
  /** The refused act that is being mended. */
  readonly editing: string | null;
  /** Somebody else has it open (soft lock), or made the pass already. */
  readonly lockedBy: string | null;
}

/** A copy kept by an older release has no prefill. */
export const startOf = (work: EntryWorkRow): Values => ({
  ...(work.prefill as Values | undefined),
  sendSampleClientId: work.sendSampleClientId,
  commodityIds: work.commodityIds,
});

/** Reception's facts, settled before: shown, not typed again. */
export function Facts({
  opened: { work, lockedBy, editing },
  pass,
  onAct,
}: {
  readonly opened: Opened;
  readonly pass: PassNo;
  readonly onAct: (kind: RowActKind) => void;
}) {
  const { label, language } = useText();
  const { can } = useSession();
  // What reception typed of the person already stands before the first pass; it is nothing for who has still to make the second.
  const acts = (['correct', 'amend', 'withdraw'] as const)
    .filter((kind) => kind !== 'correct' || pass === 1)
    .filter((kind) => can(rowActs[kind].command.permission));
  const facts = [
    [label(['产品', 'Commodities']), work.commodityNames],
    [label(['送检单位', 'Sending client']), work.sendSampleClientName],
    [label(['样本条码', 'Sample code']), String(work.carried['sampleCode'] ?? '')],
    [label(['样本类型', 'Sample class']), work.sampleClassNames],
    [label(['收样时间', 'Receive time']), actTimeText({ at: work.receiveTime, serverTime: work.receiveServerTime }, language)],
  ] as const;
  return (
    <chakra.header display="flex" flexWrap="wrap" columnGap={5} rowGap={1} alignItems="center" pb={2} borderBottom="hairline" textStyle="dense">
      <chakra.strong textStyle="scan" fontSize="20px">
        {work.requisitionCode}
      </chakra.strong>
      <Tag tone="accent">
        {label(pass === 1 ? ['一录', 'First entry'] : ['二录', 'Second entry'])} · {label(entryFormOf(work.entryForm).title)}
      </Tag>
      {!editing && Object.keys(startOf(work)).length > 2 ? (
        <Tag tone="neutral">{label(['已带出前处理内容,请对照申请单核对', 'Filled from reception: check against the paper'])}</Tag>
      ) : null}
      {editing ? <Tag tone="warning">{label(['正在修改被退回的录入', 'Mending a refused entry'])}</Tag> : null}
      {lockedBy ? (
        <StatusWord tone="warning">{label(['{name} 正在或已经录入', '{name} has it open or has entered it'], { name: lockedBy })}</StatusWord>
      ) : null}
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <span key={name}>
            <chakra.span color="fg.muted">{name}</chakra.span> {value}
          </span>
        ))}
      {acts.map((kind) => (
        <Button key={kind} size="sm" onClick={() => onAct(kind)}>
          {label(rowActs[kind].label)}
        </Button>
      ))}
    </chakra.header>
  );
}
