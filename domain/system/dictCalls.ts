import { z } from 'zod';
import { callsUnder, pageShape, shape, texts, type RowOf } from '#domain/kernel/contract.ts';
import { verbPermission, type Resource } from '#domain/kernel/resource.ts';
import { savedRecord } from '#domain/kernel/resourceShapes.ts';
import { forestShape, treeShape } from '#domain/kernel/treeShapes.ts';
import { dict, dictBiz } from './dict.ts';

/** An entry of a dictionary; the root of each names it. */
const dictRow = shape({
  id: z.string(),
  parentId: z.string(),
  code: z.string(),
  dictKey: z.string(),
  dictValue: z.string(),
  sort: z.number(),
  isSealed: z.number(),
  remark: z.string(),
});
export type DictRow = RowOf<typeof dictRow>;
const searched = texts('code', 'dictValue');

/** The calls of one kind of dictionary beside its described ones. */
function dictFamily(resource: Resource) {
  const { title } = resource;
  const permission = verbPermission(resource, 'page');
  return {
    'GET list': { byHand: 'family', title, permission, query: searched, answer: forestShape(dictRow) },
    'GET parent-list': { byHand: 'family', title, permission, query: searched.extend(texts('current', 'size').shape), answer: pageShape(dictRow) },
    'GET child-list': { byHand: 'family', title, permission, query: searched.extend(texts('parentId').shape), answer: forestShape(dictRow) },
    'GET parent-tree': { byHand: 'tree', title, permission, answer: treeShape },
    'GET tree': { byHand: 'tree', title, permission, query: texts('code'), answer: treeShape },
    // Every screen needs the choices of a dictionary: they are open to all who are signed in.
    'GET dictionary': {
      byHand: 'picker',
      title,
      permission: null,
      everybody: 'the words of a choice on a form',
      query: texts('code'),
      answer: z.array(dictRow),
    },
    'GET dictionary-tree': {
      byHand: 'tree',
      title,
      permission: null,
      everybody: 'the words of a choice on a form',
      query: texts('code'),
      answer: treeShape,
    },
    'POST submit': savedRecord(resource),
  } as const;
}

export const dictFamilies = { dict: dictFamily(dict), 'dict-biz': dictFamily(dictBiz) };

export const dictContracts = {
  ...callsUnder('system/dict', dictFamilies.dict),
  ...callsUnder('system/dict-biz', dictFamilies['dict-biz']),
};
