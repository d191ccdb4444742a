import { choices } from '#domain/kernel/choices.ts';
import { choice, dateTime, flag, integer, longText, refList, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';

/** Kinds of notice (docs/wire.md#system-resources, dictionary notice). */
export const noticeCategory = choices({
  issued: [1, '发布通知', 'Announcement'],
  approved: [2, '批转通知', 'Approved'],
  forwarded: [3, '转发通知', 'Forwarded'],
  instruction: [4, '指示通知', 'Instruction'],
  appointment: [5, '任免通知', 'Appointment'],
  affair: [6, '事务通知', 'Affairs'],
});
export const noticeState = choices({
  draft: [1, '草稿', 'Draft'],
  published: [2, '已发布', 'Published'],
  revoked: [3, '已撤回', 'Revoked'],
});
/** Whom a notice is for. */
export const noticeAudience = choices({
  all: [1, '全体人员', 'Everybody'],
  departments: [2, '指定部门', 'Departments'],
  roles: [3, '指定角色', 'Roles'],
  users: [4, '指定人员', 'People'],
});

/** Longest text of a notice, in characters of HTML. */
export const longestNotice = 100_000;

/**
 * A notice. Its text stands apart (`notice_content`), so that no list carries it. Publishing makes a release: whoever
 * confirmed an earlier one is asked again.
 */
export const notice = defineResource({
  name: 'notice',
  title: ['通知', 'Notice'],
  service: 'desk',
  path: 'notice',
  verbs: { page: 'list', save: 'submit', remove: 'remove' },
  id: 'id',
  roles: { ops: 'all' },
  display: { name: 'title' },
  noSheet: 'its text is laid out, and who it is for is chosen',
  fields: {
    title: text('通知标题', 'Title', { required: true, search: true, max: 100 }),
    category: choice('通知类型', 'Kind', noticeCategory, { required: true, search: true }),
    noticeState: choice('状态', 'State', noticeState, { readOnly: true, search: true }),
    mustConfirm: flag('须确认', 'Must confirm', {
      search: true,
      help: ['须确认的通知会弹窗, 阅读5秒后方可确认', 'It opens over the page and can be confirmed after five seconds'],
    }),
    audience: choice('接收范围', 'For', noticeAudience),
    deptIds: refList('接收部门', 'Departments', 'department', { column: false }),
    roleIds: refList('接收角色', 'Roles', 'role', { column: false }),
    userIds: refList('接收人员', 'People', 'userAccount', { column: false }),
    releaseTime: dateTime('发布时间', 'Published at', { help: ['留空为立即发布; 将来的时间到时可见', 'Empty: at once; a later time is waited for'] }),
    releaseNo: integer('发布次数', 'Releases', { readOnly: true, column: false, form: false }),
    publishTime: dateTime('最近发布操作', 'Published by hand at', { readOnly: true, column: false, form: false }),
  },
  screens: [{ route: '/desk/notice', title: ['通知公告', 'Notices'] }],
});

/** The text as the editor makes it: HTML, cleaned by the server. */
export const noticeContent = longText('通知内容', 'Text', { required: true, max: longestNotice });

/** The list an audience needs besides: the field that must not be empty. */
export const audienceList = {
  [noticeAudience.departments]: 'deptIds',
  [noticeAudience.roles]: 'roleIds',
  [noticeAudience.users]: 'userIds',
} as const satisfies Readonly<Record<number, string>>;

/** How often a desk asks for what is new, in ms. */
export const noticePollMs = 60_000;
/** How long a notice that must be confirmed has to be read, in seconds (docs/contract.md#validation). */
export const noticeReadSeconds = 5;
/** Badges count to here (docs/contract.md#limits). */
export const badgeMax = 99;
