import { chakra } from '@chakra-ui/react';
import { Ban, TicketX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { blockState } from '#domain/code/useNumbers.ts';
import { type DeviceRow, type ExplainedRow } from '#domain/desk/deviceRows.ts';
import { superviseDesks } from '#domain/desk/keptAct.ts';
import { longText, text, type Fields } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import { ask } from '#src/api/ask.ts';
import { MoreOf } from '#src/ui/MoreOf.tsx';
import { useMore } from '#src/console/desk/useMore.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { actTimeText } from '#src/ui/ActTime.tsx';
import { Button } from '#src/ui/Button.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { notify } from '#src/ui/notify.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { StatusWord, Tag } from '#src/ui/Tag.tsx';
import { ageText } from '#src/console/ageText.ts';
import { credentialState, deskName, isOld } from './deviceColumns.tsx';
import { EndDeskDrawer, type DeskEnd } from './EndDeskDrawer.tsx';
import { outcomeText, outcomeWords } from './outcomeText.ts';
import { actTitle } from './operationText.ts';

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '110px minmax(0, 1fr)', md: '110px minmax(0, 1fr) 110px minmax(0, 1fr)' },
    columnGap: 3,
    rowGap: 1.5,
    textStyle: 'dense',
    '& dt': { color: 'fg.muted' },
    '& dd': { overflowWrap: 'anywhere' },
  },
});
const Heading = chakra('h3', { base: { textStyle: 'title', mt: 4, mb: 2 } });
const List = chakra('ul', {
  base: { listStyleType: 'none', textStyle: 'dense', '& > li': { display: 'flex', gap: 3, py: 1, borderBottom: 'hairline', flexWrap: 'wrap' } },
});
const Muted = chakra('span', { base: { color: 'fg.muted' } });

const fields: Fields = {
  deviceName: text('前台名称', 'Name', { max: 30, help: ['例如: 前台1', 'E.g. Desk 1'] }),
  note: longText('备注', 'Remark', { max: 200 }),
};

/** One desk: what it is called, what is known of its numbers, its alarms, its blocks, and what ends it when it is lost. */
export function DeviceDrawer({ row, onChanged, onClose }: { readonly row: DeviceRow; readonly onChanged: () => void; readonly onClose: () => void }) {
  const { label, language } = useText();
  const { can } = useSession();
  const [ending, setEnding] = useState<DeskEnd | null>(null);
  const { deviceId } = row;
  const alarms = useMore('GET sample/offline/alarm-page', { deviceId }, 10);
  const blocks = useMore('GET code/number-block/page', { deviceId, state: blockState.held }, 50, can('numberSegment_view'));
  const held = blocks.rows ?? [];
  const form = useDescribedForm({
    fields,
    values: { deviceName: row.deviceName ?? '', note: row.note ?? '' },
    isReadOnly: !can('device_save'),
    onSave: async ({ deviceName, note }) => {
      await ask('POST sample/offline/device-save', {
        body: { deviceId, deviceName: String(deviceName ?? ''), note: String(note ?? '') },
      });
      notify.success(['已保存', 'Saved']);
      onChanged();
      onClose();
    },
  });
  const credential = credentialState(row);
  const facts: readonly (readonly [Label, ReactNode])[] = [
    [
      ['编号', 'Id'],
      <chakra.span key="id" textStyle="mono" userSelect="all">
        {deviceId}
      </chakra.span>,
    ],
    [['最近联系', 'Last contact'], `${row.lastSeen} (${ageText(row.silentSeconds, language)})`],
    [['最近用户', 'Last user'], row.userName],
    [['上传人', 'Sent by'], row.courierName ?? label(['本机凭证', 'The desk itself'])],
    [['发出最大序号', 'Highest made'], row.maxSeqReported],
    [['收到最大序号', 'Highest arrived'], row.highestReceived ?? '—'],
    [
      ['待上传', 'Waiting'],
      row.waiting === null ? '—' : `${row.waiting}${row.oldestWaitingAt ? ` (${label(['最早', 'oldest'])} ${row.oldestWaitingAt})` : ''}`,
    ],
    [
      ['版本', 'Version'],
      isOld(row) ? (
        <StatusWord key="version" tone="warning">
          {row.appVersion}
        </StatusWord>
      ) : (
        (row.appVersion ?? '—')
      ),
    ],
    [['凭证', 'Credential'], <StatusWord key="credential" tone={credential.tone}>{`${label(credential.word)} ${row.revokedTime ?? ''}`}</StatusWord>],
  ];
  return (
    <>
      <SideDrawer
        title={deskName(row)}
        aside={row.alarmTime ? <Tag tone="danger">{label(['失联报警 {at}', 'In alarm since {at}'], { at: row.alarmTime })}</Tag> : undefined}
        form={form}
        onClose={onClose}
        footer={
          <>
            {/* Acts upon the desk stand apart, before what ends the form. */}
            <chakra.span order={-1} flex="1" display="flex" gap={2}>
              {can('number_close') && held.length > 0 ? (
                <Button icon={TicketX} onClick={() => setEnding('blocks')}>
                  {label(['作废号段', 'Void its numbers'])}
                </Button>
              ) : null}
              {can(superviseDesks.code) && row.revokedTime === null ? (
                <Button icon={Ban} onClick={() => setEnding('desk')}>
                  {label(['吊销遗失前台', 'Revoke a lost desk'])}
                </Button>
              ) : null}
            </chakra.span>
            {form.isReadOnly ? null : (
              <Button variant="primary" keyHint="Ctrl+S" isBusy={form.isSaving} onClick={() => void form.save()} data-enter-end>
                {label(['保存', 'Save'])}
              </Button>
            )}
          </>
        }
      >
        <FormGrid form={form} columns={2} />
        <Heading>{label(['状况', 'Facts'])}</Heading>
        <Facts>
          {facts.map(([title, value]) => (
            <chakra.div key={title[1]} display="contents">
              <dt>{label(title)}</dt>
              <dd>{value}</dd>
            </chakra.div>
          ))}
        </Facts>
        <Heading>{label(['序号核对', 'Numbers'])}</Heading>
        <Numbers deviceId={deviceId} />
        {held.length > 0 ? (
          <>
            <Heading>{label(['持有号段', 'Blocks of numbers'])}</Heading>
            <List>
              {held.map((block) => (
                <li key={block.blockId}>
                  <chakra.span textStyle="mono">
                    {block.firstCode} – {block.lastCode}
                  </chakra.span>
                  <Muted>{label(['已用 {used} / {total}', '{used} of {total} used'], { used: block.usedCount, total: block.totalCount })}</Muted>
                  <Muted>
                    {block.userName} {block.reserveTime}
                  </Muted>
                </li>
              ))}
            </List>
            <MoreOf {...blocks.extent} />
          </>
        ) : blocks.failure ? (
          <StateView state="failed" failure={blocks.failure} onRetry={blocks.retry} />
        ) : null}
        {alarms.rows && alarms.rows.length > 0 ? (
          <>
            <Heading>{label(['失联记录', 'Alarms'])}</Heading>
            <List>
              {alarms.rows.map((alarm) => (
                <li key={alarm.alarmId}>
                  <StatusWord tone={alarm.clearedTime ? 'success' : 'danger'}>
                    {alarm.clearedTime ? label(['{at} 恢复', 'Back at {at}'], { at: alarm.clearedTime }) : label(['仍失联', 'Still silent'])}
                  </StatusWord>
                  <span>{label(['{at} 起无联系', 'Silent since {at}'], { at: alarm.silentSince })}</span>
                  <Muted>
                    {label(['缺号 {gaps},待上传 {waiting}', '{gaps} missing, {waiting} waiting'], { gaps: alarm.gapCount, waiting: alarm.waiting })}
                  </Muted>
                </li>
              ))}
            </List>
            <MoreOf {...alarms.extent} />
          </>
        ) : alarms.failure ? (
          <StateView state="failed" failure={alarms.failure} onRetry={alarms.retry} />
        ) : null}
      </SideDrawer>
      {ending ? (
        <EndDeskDrawer
          what={ending}
          deviceId={deviceId}
          name={deskName(row)}
          onClose={() => setEnding(null)}
          onDone={() => {
            setEnding(null);
            onChanged();
            blocks.retry();
          }}
        />
      ) : null}
    </>
  );
}

const hows: Readonly<Record<ExplainedRow['how'], Label>> = {
  discarded: ['已放弃', 'Given up'],
  superseded: ['已由新操作代替', 'Replaced by another act'],
};

/** What is known of a desk's numbers; each of the three lists is whole. */
function Numbers({ deviceId }: { readonly deviceId: string }) {
  const { label, language } = useText();
  const gaps = useMore('GET sample/offline/device-numbers', { deviceId, kind: 'gaps' }, 50);
  const acts = useMore('GET sample/offline/device-numbers', { deviceId, kind: 'acts' }, 50);
  const explained = useMore('GET sample/offline/device-numbers', { deviceId, kind: 'explained' }, 50);
  const lists = [gaps, acts, explained];
  const failed = lists.find(({ failure }) => failure);
  if (failed?.failure) return <StateView state="failed" failure={failed.failure} onRetry={() => lists.forEach(({ retry }) => retry())} />;
  if (!gaps.rows || !acts.rows || !explained.rows) return <StateView state="loading" />;
  if (gaps.rows.length + acts.rows.length + explained.rows.length === 0)
    return <StatusWord tone="success">{label(['全部收到并完成', 'All arrived and done'])}</StatusWord>;
  return (
    <div data-testid="numbers">
      <List>
        {gaps.rows
          .filter((row) => 'first' in row)
          .map(({ first, last }) => (
            <li key={first}>
              <chakra.strong textStyle="figures">{first === last ? first : `${first} – ${last}`}</chakra.strong>
              <StatusWord tone="danger">{label(['未到达', 'Not arrived'])}</StatusWord>
            </li>
          ))}
      </List>
      <MoreOf {...gaps.extent} />
      <List>
        {acts.rows
          .filter((row) => 'opId' in row)
          .map((act) => (
            <li key={act.opId}>
              <chakra.strong textStyle="figures">{act.seq}</chakra.strong>
              <StatusWord tone={outcomeWords[act.status].tone}>{label(outcomeWords[act.status].word)}</StatusWord>
              <span>{actTitle(act.type, language)}</span>
              <span>{outcomeText(act, language)}</span>
              <Muted>
                {act.authorName} {actTimeText({ at: act.occurredAt ?? act.serverTime, serverTime: act.serverTime }, language)}
              </Muted>
            </li>
          ))}
      </List>
      <MoreOf {...acts.extent} />
      <List>
        {explained.rows
          .filter((row) => 'how' in row)
          .map(({ seq, how, userName }) => (
            <li key={seq}>
              <chakra.strong textStyle="figures">{seq}</chakra.strong>
              <StatusWord>{label(hows[how])}</StatusWord>
              <Muted>{userName}</Muted>
            </li>
          ))}
      </List>
      <MoreOf {...explained.extent} />
    </div>
  );
}
