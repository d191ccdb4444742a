import { z } from 'zod';
import { declareCalls, inQueryOrBody, isDone, pageShape, paging, parameters, shape, type RowOf } from '#domain/kernel/contract.ts';
import { listParameters, rowShape, savedRecord } from '#domain/kernel/resourceShapes.ts';
import { notice } from './notice.ts';

/** A notice as its reader gets it. */
export const ownNotice = shape({
  id: z.string(),
  title: z.string(),
  category: z.number(),
  releaseTime: z.string(),
  mustConfirm: z.number(),
  createUserName: z.string(),
  /** When this person confirmed or read the current release; null: not yet. */
  confirmTime: z.string().nullable(),
});
/** HTML; with single notices and with `mode=2` alone. */
export const ownNoticeWithText = ownNotice.extend({ content: z.string().nullable() });
export type OwnNotice = RowOf<typeof ownNotice> & Partial<RowOf<typeof ownNoticeWithText>>;

/** A person a notice is for. */
export const noticeReader = shape({
  userId: z.string(),
  account: z.string(),
  realName: z.string(),
  confirmTime: z.string().nullable(),
  deptNames: z.string(),
});
export type NoticeReader = RowOf<typeof noticeReader>;

export const noticeContracts = declareCalls({
  // Managers see every notice, with how many confirmed it and how many it is for; its text is for clients whose editor takes it from the row.
  'GET desk/notice/list': {
    title: ['通知列表', 'Notices'],
    permission: 'notice_view',
    query: listParameters(notice),
    answer: pageShape(
      rowShape(notice).extend({ confirmedCount: z.number().optional(), readerCount: z.number().optional(), content: z.string().nullish() }),
    ),
  },
  // `mode=2`: what one has not confirmed or read yet, what must be confirmed first; with its text.
  'GET desk/notice/my-list': {
    byHand: 'picker',
    title: ['我的通知', 'My notices'],
    permission: null,
    everybody: 'notices for oneself',
    query: parameters('mode', 'title', 'category', ...paging),
    answer: pageShape(ownNoticeWithText.partial({ content: true })),
  },
  // For whom it is meant, as they get it; for managers all of it.
  'GET desk/notice/detail': {
    title: ['通知详情', 'A notice'],
    permission: null,
    everybody: 'a notice for oneself; any other asks for its right',
    query: parameters('id'),
    answer: z.union([ownNoticeWithText, rowShape(notice).extend({ content: z.string(), confirmTime: z.string().nullable() })]),
  },
  'POST desk/notice/submit': { ...savedRecord(notice), title: ['保存并发布通知', 'Save: notice'] },
  'POST desk/notice/revoke': { title: ['撤回通知', 'Revoke a notice'], permission: 'notice_save', ...inQueryOrBody('ids', 'id'), answer: isDone },
  // One has read it (and confirms it, where that is asked for). Once: the first time stands.
  'POST desk/notice/confirm': {
    title: ['确认通知', 'Confirm a notice'],
    permission: null,
    everybody: 'oneself',
    ...inQueryOrBody('ids', 'id'),
    answer: isDone,
  },
  // Whom a notice is for and who of them confirmed its current release; `state`: 1 confirmed, 0 not yet.
  'GET desk/notice/confirm-list': {
    title: ['通知确认情况', 'Who confirmed a notice'],
    permission: 'notice_view',
    query: parameters('id', 'state', ...paging),
    answer: pageShape(noticeReader),
  },
});
