import { chakra } from '@chakra-ui/react';
import { GripVertical, Plus, Trash2, TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import {
  blockKind,
  contentParts,
  pageKinds,
  type BlockKind,
  type ContentPart,
  type ReportBlock,
  type ReportContent,
} from '#domain/report/reportContent.ts';
import type { TemplateFinding } from '#domain/report/templateCheck.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { MenuButton } from '#src/ui/MenuButton.tsx';
import { newBlock } from '#domain/report/newBlock.ts';
import { added, moved, placeOf, removed, stepOf } from './contentEdit.ts';

const partTitles: Readonly<Record<ContentPart, Label>> = {
  header: ['页眉（每页）', 'Head of each page'],
  blocks: ['正文', 'Body'],
  footer: ['页脚（每页）', 'Foot of each page'],
};
const bodyKinds = blockKind.options.map(({ code }) => code as BlockKind).filter((kind) => kind !== 'pageNumber');

/** What a block says of itself beside its kind. */
export const blockText = (block: ReportBlock): string =>
  'heading' in block && block.heading !== '' ? block.heading : 'text' in block ? block.text : '';

interface BlockListProps {
  readonly content: ReportContent;
  readonly findings: readonly TemplateFinding[];
  readonly chosen: string | null;
  readonly isReadOnly: boolean;
  readonly onChoose: (id: string) => void;
  readonly onChange: (content: ReportContent) => void;
}
const Row = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: '16px minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: 1,
    h: '32px',
    px: 1,
    borderRadius: 'sm',
    cursor: 'pointer',
    textStyle: 'dense',
    outline: 'none',
    '&:hover': { bg: 'bg.muted' },
    '&[aria-current=true]': { bg: 'accent.subtle', color: 'accent.text' },
    '&[data-over]': { boxShadow: 'inset 0 2px 0 {colors.accent.solid}' },
    _focusVisible: { outline: '2px solid {colors.accent.focus}', outlineOffset: '-2px' },
  },
});

/** The blocks of a template in their order: dragged, or moved by Alt and an arrow. */
export function BlockList({ content, findings, chosen, isReadOnly, onChoose, onChange }: BlockListProps) {
  const { label } = useText();
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const put = (to: { readonly part: ContentPart; readonly at: number }): void => {
    const from = dragged === null ? null : placeOf(content, dragged);
    setDragged(null);
    setOver(null);
    if (!from) return;
    // What stands before its goal leaves a place there.
    const at = from.part === to.part && from.at < to.at ? to.at - 1 : to.at;
    onChange(moved(content, from, { part: to.part, at }));
  };
  const onKey = (event: KeyboardEvent, block: ReportBlock): void => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    const place = placeOf(content, block.id);
    if (!place) return;
    if (event.key === 'Delete' && !isReadOnly) {
      event.preventDefault();
      onChange(removed(content, place));
    } else if (step !== 0) {
      event.preventDefault();
      const to = stepOf(content, place, step);
      if (!to) return;
      if (event.altKey) {
        if (!isReadOnly) onChange(moved(content, place, to));
        return;
      }
      const next = content[to.part][Math.min(to.at, content[to.part].length - 1)];
      if (!next) return;
      onChoose(next.id);
      document.querySelector<HTMLElement>(`[data-block="${next.id}"]`)?.focus();
    }
  };
  return (
    <chakra.div display="grid" gap={3}>
      {contentParts.map((part) => (
        <chakra.section key={part} onDragOver={(event) => event.preventDefault()} onDrop={() => put({ part, at: content[part].length })}>
          <chakra.div display="flex" alignItems="center" justifyContent="space-between" mb={1}>
            <chakra.h3 textStyle="note" color="fg.muted">
              {label(partTitles[part])}
            </chakra.h3>
            {isReadOnly ? null : (
              <MenuButton
                label={['添加块', 'Add a block']}
                acts={(part === 'blocks' ? bodyKinds : pageKinds).map((kind) => ({
                  key: kind,
                  label: blockKind.labelOf(kind) ?? [kind, kind],
                  onAct: () => {
                    const block = newBlock(content, kind);
                    const place = chosen === null ? null : placeOf(content, chosen);
                    onChange(added(content, part, block, place?.part === part ? place.at : null));
                    onChoose(block.id);
                  },
                }))}
                trigger={
                  <Button size="sm" variant="ghost" icon={Plus}>
                    {label(['添加', 'Add'])}
                  </Button>
                }
              />
            )}
          </chakra.div>
          <chakra.div role="list" aria-label={label(partTitles[part])} minH="8px">
            {content[part].map((block, at) => {
              const found = findings.find(({ blockId }) => blockId === block.id);
              const name = label(blockKind.labelOf(block.kind) ?? [block.kind, block.kind]);
              return (
                <Row
                  key={block.id}
                  role="listitem"
                  tabIndex={0}
                  aria-current={chosen === block.id}
                  data-block={block.id}
                  data-over={over === block.id || undefined}
                  draggable={!isReadOnly}
                  onClick={() => onChoose(block.id)}
                  onFocus={() => onChoose(block.id)}
                  onKeyDown={(event) => onKey(event, block)}
                  onDragStart={() => setDragged(block.id)}
                  onDragEnter={() => setOver(block.id)}
                  onDragEnd={() => (setDragged(null), setOver(null))}
                  onDrop={(event) => {
                    event.stopPropagation();
                    put({ part, at });
                  }}
                >
                  <chakra.span color="fg.muted" cursor={isReadOnly ? 'default' : 'grab'} aria-hidden>
                    <GripVertical size={14} />
                  </chakra.span>
                  <chakra.span overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap" title={`${name} ${blockText(block)}`}>
                    {name} <chakra.span color="fg.muted">{blockText(block)}</chakra.span>
                  </chakra.span>
                  <chakra.span display="inline-flex" alignItems="center">
                    {found ? <TriangleAlert size={14} aria-label={label(found.text)} color="var(--chakra-colors-danger-text)" /> : null}
                    {chosen === block.id && !isReadOnly ? (
                      <IconButton
                        icon={Trash2}
                        label={label(['移除此块', 'Remove this block'])}
                        size="sm"
                        onClick={() => onChange(removed(content, { part, at }))}
                      />
                    ) : null}
                  </chakra.span>
                </Row>
              );
            })}
          </chakra.div>
        </chakra.section>
      ))}
    </chakra.div>
  );
}
