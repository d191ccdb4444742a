import { z } from 'zod';
import { declareCalls, fileAnswer, inQueryOrBody, isDone, parameters, shape, type RowOf } from './contract.ts';

/** One file of one's own, as the server keeps it. */
export const storedExport = shape({
  id: z.string(),
  /** The list's name in the code. */
  resource: z.string(),
  state: z.int(),
  totalCount: z.int(),
  doneCount: z.int(),
  /** Bytes, once it is there. */
  size: z.number().nullable(),
  fault: z.string().nullable(),
  createTime: z.string(),
  endTime: z.string().nullable(),
  /** When it is removed. */
  untilTime: z.string().nullable(),
  /** It was being made when its server died. */
  isInterrupted: z.boolean(),
});
/** `title`: what the list is called, in the asker's language. */
const myExport = storedExport.omit({ isInterrupted: true }).extend({ title: z.string() });
export type MyExport = RowOf<typeof myExport>;

/** Files of long lists, made behind the screen: asked for, looked after, fetched and removed by their asker alone. */
export const exportContracts = declareCalls({
  // The list's own right is asked for.
  'POST system/my-export/start': {
    title: ['后台导出', 'Export in the background'],
    permission: null,
    everybody: "asks for the list's own right",
    body: z.object({
      resource: z
        .string()
        .max(64)
        .meta({ examples: ['laboratory'] }),
      query: z.record(z.string().max(64), z.union([z.string().max(4_000), z.number()])),
    }),
    answer: shape({ id: z.string(), totalCount: z.int() }),
  },
  'GET system/my-export/list': {
    byHand: 'own',
    title: ['我的导出', 'My exports'],
    permission: null,
    everybody: 'what oneself asked for',
    answer: z.array(myExport),
  },
  'POST system/my-export/cancel': {
    title: ['取消导出', 'Cancel an export'],
    permission: null,
    everybody: 'what oneself asked for',
    ...inQueryOrBody('id'),
    answer: isDone,
  },
  'POST system/my-export/remove': {
    title: ['删除导出文件', 'Remove an exported file'],
    permission: null,
    everybody: 'what oneself asked for',
    ...inQueryOrBody('id'),
    answer: isDone,
  },
  'GET system/my-export/download': {
    title: ['下载导出文件', 'Fetch an exported file'],
    permission: null,
    everybody: "what oneself asked for, and the list's own right",
    query: parameters('id'),
    answer: fileAnswer,
  },
});
