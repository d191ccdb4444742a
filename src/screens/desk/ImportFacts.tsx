import { chakra } from '@chakra-ui/react';
import { commandByName } from '#domain/commands.ts';
import type { DeskExport } from '#domain/desk/deskImport.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { inLanguage, type Label } from '#domain/kernel/label.ts';
import { useText } from '#src/console/useText.ts';
import { StatusWord } from '#src/ui/Tag.tsx';
import { grouped } from './bringActs.ts';
import { type ImportRow, type Outcome, outcomeWords } from './importColumns.tsx';

const Row = chakra('dl', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: 5,
    rowGap: 1,
    textStyle: 'dense',
    fontVariantNumeric: 'tabular-nums',
    '& > div': { display: 'inline-flex', gap: 1.5, alignItems: 'center' },
    '& dt': { color: 'fg.muted' },
  },
});

/** Counts of what an expression gives, the most frequent first: `王敏 12, 李 3`. */
function counted<Item>(items: readonly Item[], nameOf: (item: Item) => string): string {
  return [...grouped(items, nameOf)]
    .map(([name, { length }]) => [name, length] as const)
    .toSorted((one, other) => other[1] - one[1])
    .map(([name, length]) => `${name} ${length}`)
    .join(', ');
}

/** What a file holds before anything is brought: how many acts, whose, from when, of which desk; then how far it has come. */
export function ImportFacts({ file, name, rows }: { readonly file: DeskExport; readonly name: string; readonly rows: readonly ImportRow[] }) {
  const { label, language } = useText();
  const times = file.acts.map(({ createdAt }) => createdAt);
  const openCount = file.acts.filter(({ op }) => op.sealed === undefined).length;
  const imageCount = file.acts.filter(({ op }) => (op.blobs ?? []).length > 0).length;
  const facts: readonly (readonly [Label, string])[] = [
    [['文件', 'File'], name],
    [['导出时间', 'Exported at'], formatDateTime(Date.parse(file.exportedAt))],
    [['来源', 'Source'], label(file.source === 'journal' ? ['本机副本', 'Second copy'] : ['待上传队列', 'Queue'])],
    [['前台', 'Desk'], [...new Set(file.acts.map(({ deviceId }) => deviceId))].join(', ')],
    [['操作', 'Acts'], String(file.acts.length)],
    [['操作人', 'By'], counted(file.acts, ({ authorName }) => authorName)],
    [['内容', 'What'], counted(file.acts, ({ op }) => inLanguage(commandByName(op.type)?.title ?? [op.type, op.type], language))],
    ...(times.length > 0 ? [[['保存于', 'Saved'], `${formatDateTime(Math.min(...times))} – ${formatDateTime(Math.max(...times))}`] as const] : []),
  ];
  const outcomes = grouped(rows, ({ outcome }) => outcome);
  return (
    <chakra.section bg="bg.panel" border="hairline" borderRadius="md" px={3} py={2} aria-label={label(['文件内容', 'What the file holds'])}>
      <Row>
        {facts.map(([title, text]) => (
          <div key={title[1]}>
            <dt>{label(title)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </Row>
      <Row mt={1} role="status" data-import-outcomes={[...outcomes].map(([outcome, { length }]) => `${outcome}:${length}`).join(' ')}>
        {(Object.keys(outcomeWords) as Outcome[])
          .filter((outcome) => outcomes.has(outcome))
          .map((outcome) => (
            <div key={outcome}>
              <dt>
                <StatusWord tone={outcomeWords[outcome].tone}>{label(outcomeWords[outcome].word)}</StatusWord>
              </dt>
              <dd>{outcomes.get(outcome)?.length}</dd>
            </div>
          ))}
      </Row>
      {openCount > 0 ? (
        <chakra.p textStyle="dense" color="warning.text" mt={1}>
          {label(['{count} 项未加密,含个人信息;导入后请删除文件', '{count} are not sealed and hold personal data: delete the file afterwards'], {
            count: openCount,
          })}
        </chakra.p>
      ) : null}
      {imageCount > 0 ? (
        <chakra.p textStyle="dense" color="fg.muted" mt={1}>
          {label(['{count} 项附有图片,图片仍在原前台', '{count} have images, which are still on the desk'], { count: imageCount })}
        </chakra.p>
      ) : null}
    </chakra.section>
  );
}
