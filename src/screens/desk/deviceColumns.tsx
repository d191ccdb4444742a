import type { DeviceRow } from '#domain/desk/deviceRows.ts';
import { inLanguage, type Label } from '#domain/kernel/label.ts';
import { appVersion } from '#src/offline/platform/appVersion.ts';
import { useLanguage } from '#src/ui/language.ts';
import { StatusWord, type Tone } from '#src/ui/Tag.tsx';
import type { TableColumn } from '#src/ui/table/column.ts';
import { ageText } from '#src/console/ageText.ts';

function Word({ tone, word, icon = true }: { readonly tone: Tone; readonly word: string; readonly icon?: boolean }) {
  return icon && tone !== 'neutral' ? <StatusWord tone={tone}>{word}</StatusWord> : <span>{word}</span>;
}
function LabelWord({ tone, label }: { readonly tone: Tone; readonly label: Label }) {
  return <StatusWord tone={tone}>{inLanguage(label, useLanguage())}</StatusWord>;
}
function AgeCell({ seconds, isAlarm }: { readonly seconds: number; readonly isAlarm: boolean }) {
  return <Word tone={isAlarm ? 'danger' : 'neutral'} word={ageText(seconds, useLanguage())} />;
}

/** The last characters tell desks apart; the whole id stands in the drawer. */
export const shortId = (deviceId: string): string => (deviceId.length > 8 ? `…${deviceId.slice(-8)}` : deviceId);
export const deskName = ({ deviceName, deviceId }: Pick<DeviceRow, 'deviceName' | 'deviceId'>): string => deviceName ?? shortId(deviceId);

const itself: Label = ['本机凭证', 'The desk itself'];
/** Whether the desk may still carry acts by itself. */
export const credentialState = ({ revokedTime }: DeviceRow): { readonly word: Label; readonly tone: Tone } =>
  revokedTime === null ? { word: ['有效', 'Good'], tone: 'success' } : { word: ['已吊销', 'Revoked'], tone: 'danger' };

/** Zero is no news. */
const figure = (value: number | string | null): string => (value === null ? '—' : String(value));

/** Date and time without the year: the list must fit. */
const shortTime = (moment: string | null): string => (moment === null ? '' : moment.slice(5, 16));

/** All in sight at 1366 px but what is hidden. */
export const deviceColumns: readonly TableColumn<DeviceRow>[] = [
  { key: 'deviceName', title: ['前台', 'Desk'], width: 96, pin: 'start', text: ({ deviceName }) => deviceName ?? '—' },
  { key: 'deviceId', title: ['前台编号', 'Desk id'], width: 92, isMono: true, text: ({ deviceId }) => shortId(deviceId) },
  { key: 'userName', title: ['最近用户', 'Last user'], width: 80 },
  {
    key: 'courierName',
    title: ['上传人', 'Uploaded by'],
    width: 80,
    text: ({ courierName }, language) => courierName ?? inLanguage(itself, language),
  },
  {
    key: 'silentSeconds',
    title: ['最近联系', 'Last contact'],
    width: 100,
    text: ({ silentSeconds }, language) => ageText(silentSeconds, language),
    cell: ({ silentSeconds, alarmTime }) => <AgeCell seconds={silentSeconds} isAlarm={alarmTime !== null} />,
  },
  { key: 'maxSeqReported', title: ['发出', 'Made'], width: 62, align: 'end' },
  { key: 'highestReceived', title: ['收到', 'Arrived'], width: 66, align: 'end', text: ({ highestReceived }) => figure(highestReceived) },
  {
    key: 'gapCount',
    title: ['缺号', 'Missing'],
    width: 70,
    align: 'end',
    cell: ({ gapCount }) => <Word tone={Number(gapCount) > 0 ? 'danger' : 'neutral'} word={gapCount} />,
  },
  {
    key: 'waiting',
    title: ['待上传', 'Waiting'],
    width: 70,
    align: 'end',
    text: ({ waiting }) => figure(waiting),
    cell: ({ waiting }) => <Word tone={waiting ? 'warning' : 'neutral'} word={figure(waiting)} />,
  },
  { key: 'oldestWaitingAt', title: ['最早待上传', 'Oldest'], width: 104, text: ({ oldestWaitingAt }) => shortTime(oldestWaitingAt) },
  {
    key: 'appVersion',
    title: ['版本', 'Version'],
    width: 84,
    text: (row) => row.appVersion ?? '—',
    cell: (row) => <Word tone={isOld(row) ? 'warning' : 'neutral'} word={row.appVersion ?? '—'} />,
  },
  {
    key: 'revokedTime',
    title: ['凭证', 'Credential'],
    width: 86,
    text: (row, language) => inLanguage(credentialState(row).word, language),
    cell: (row) => <LabelWord tone={credentialState(row).tone} label={credentialState(row).word} />,
  },
  { key: 'keptCount', title: ['暂存', 'Kept'], width: 60, align: 'end', isHidden: true },
  { key: 'lastSeen', title: ['最近联系时间', 'Last contact at'], width: 156, isHidden: true },
  { key: 'blockCount', title: ['持有号码', 'Numbers held'], width: 90, align: 'end', isHidden: true },
  { key: 'note', title: ['备注', 'Remark'], width: 200, isHidden: true, text: ({ note }) => note ?? '' },
];

/** Another version than that of who looks. */
export const isOld = (row: Pick<DeviceRow, 'appVersion'>): boolean => row.appVersion !== null && row.appVersion !== appVersion;
