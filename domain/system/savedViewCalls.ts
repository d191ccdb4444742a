import { z } from 'zod';
import { declareCalls, isDone, shape, type RowOf } from '#domain/kernel/contract.ts';
import { idText } from '#domain/kernel/ids.ts';
import { listViewContent, savedViewInput } from './savedView.ts';

/** A view as it is offered to a person: an own one, or one for everybody. */
const savedView = shape({
  id: z.string(),
  name: z.string(),
  content: listViewContent,
  isShared: z.boolean(),
  isOwn: z.boolean(),
  isDefault: z.boolean(),
  userName: z.string(),
});
export type SavedView = RowOf<typeof savedView>;
/** As it is read: yes and no are 1 and 0. */
export const storedView = savedView.extend({ isShared: z.int(), isOwn: z.int(), isDefault: z.int() });

/** Everybody's own views; one for everybody asks for its right. */
export const savedViewContracts = declareCalls({
  'GET system/saved-view/list': {
    title: ['列表视图', 'Saved views of a list'],
    permission: null,
    everybody: "one's own views, and those the house offers",
    query: z.object({ screen: z.string().min(1) }),
    answer: z.array(savedView),
  },
  'POST system/saved-view/save': {
    title: ['保存列表视图', 'Save a view of a list'],
    permission: null,
    everybody: "one's own views; one for the house asks for its right",
    body: savedViewInput,
    answer: shape({ id: z.string() }),
  },
  'POST system/saved-view/set-default': {
    title: ['设为默认视图', 'Open a list with a view'],
    permission: null,
    everybody: "one's own choice",
    // Without an id it opens as it is made.
    body: z.object({ screen: z.string().min(1), id: idText.nullish() }),
    answer: isDone,
  },
  'POST system/saved-view/remove': {
    title: ['删除列表视图', 'Remove a view of a list'],
    permission: null,
    everybody: "one's own views; one for the house asks for its right",
    body: z.object({ id: idText }),
    answer: isDone,
  },
});
