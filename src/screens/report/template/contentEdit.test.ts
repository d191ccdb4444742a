import { expect, test } from 'vitest';
import { blockKind, blockShape, contentParts, pageKinds, type BlockKind, type ReportContent } from '#domain/report/reportContent.ts';
import { shippedTemplates } from '#domain/report/shippedTemplates.ts';
import { checkTemplate } from '#domain/report/templateCheck.ts';
import { newBlock } from '#domain/report/newBlock.ts';
import { added, moved, placeOf, removed, stepOf } from './contentEdit.ts';

const content: ReportContent = shippedTemplates[0]!.content;
const ids = (one: ReportContent): readonly string[] => contentParts.flatMap((part) => one[part].map(({ id }) => id));

test('every kind of block begins as one the server takes, under a name of its own, and says nothing wrong', () => {
  let all: ReportContent = { ...content, blocks: content.blocks.filter(({ kind }) => kind !== 'endMark') };
  for (const { code } of blockKind.options) {
    const block = newBlock(all, code as BlockKind);
    expect(blockShape.parse(block)).toEqual(block);
    all = added(all, pageKinds.includes(block.kind) && block.kind === 'pageNumber' ? 'footer' : 'blocks', block, null);
  }
  expect(new Set(ids(all)).size).toBe(ids(all).length);
  // The picture is still to be chosen, what was added last stands behind the end mark, and nothing else is wrong.
  const picture = all.blocks.find(({ kind }) => kind === 'image')?.id;
  expect(checkTemplate(all).map(({ code, blockId }) => [code, blockId === picture])).toEqual([
    ['empty', true],
    ['afterEnd', false],
  ]);
});

test('blocks go up and down within a part and over its border, and stay where there is nowhere to go', () => {
  const order = ids(content);
  const [first = '', second = ''] = content.blocks.map(({ id }) => id);
  const place = placeOf(content, second)!;
  const up = moved(content, place, stepOf(content, place, -1)!);
  expect(up.blocks.slice(0, 2).map(({ id }) => id)).toEqual([second, first]);
  const over = moved(up, placeOf(up, second)!, stepOf(up, placeOf(up, second)!, -1)!);
  expect(over.header.at(-1)?.id).toBe(second);
  expect([...ids(over)].toSorted()).toEqual([...order].toSorted());
  expect(stepOf(content, { part: 'header', at: 0 }, -1)).toBeNull();
  expect(stepOf(content, { part: 'footer', at: content.footer.length - 1 }, 1)).toBeNull();
  expect(ids(removed(content, place))).toEqual(order.filter((id) => id !== second));
});
