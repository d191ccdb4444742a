import { z } from 'zod';
import { declareCalls, shape, type RowOf } from '#domain/kernel/contract.ts';
import { code, longText, refList, secret, text } from '#domain/kernel/fields.ts';
import { defineResource, type HandScreen } from '#domain/kernel/resource.ts';
import { savedRecord } from '#domain/kernel/resourceShapes.ts';
import type { Right } from '#domain/kernel/roles.ts';

/** A page of Tencent Cloud BI that is shown in a frame (docs/search.md#boards). Administrators' alone: whoever holds it may be shown everybody's figures. */
export const biPage = defineResource({
  name: 'biPage',
  title: ['BI看板', 'BI page'],
  service: 'op',
  path: 'bi-page',
  verbs: { page: 'page', detail: 'detail', save: 'save', enable: 'enable', disable: 'disable', remove: 'remove' },
  id: 'biPageId',
  display: { name: 'pageName' },
  key: ['projectId', 'pageId'],
  fields: {
    pageName: text('看板名称', 'Page', { required: true, search: true, max: 50 }),
    projectId: code('BI项目编号', 'Project id', { required: true, search: true, max: 20 }),
    pageId: code('BI页面编号', 'Page id', { required: true, search: true, max: 20, help: ['整个看板填 0', 'The whole panel: 0'] }),
    apiUrl: text('接口地址', 'API address', {
      required: true,
      max: 200,
      isDestination: true,
      help: ['https://bi.tencentcloudapi.com; 填 local 则不外发', 'https://bi.tencentcloudapi.com; with "local" nobody is asked'],
    }),
    secretId: text('SecretId', 'SecretId', { max: 100, isDestination: true, column: false }),
    secretKey: secret('SecretKey', 'SecretKey'),
    urlTemplate: text('看板地址', 'Address of the page', {
      required: true,
      max: 500,
      isDestination: true,
      column: false,
      help: ['https://…, ${token}、${projectId}、${pageId} 为占位', 'https://…, with ${token}, ${projectId}, ${pageId} as places'],
    }),
    laboratoryParam: text('检验所参数', 'Laboratory parameter', {
      max: 50,
      column: false,
      help: [
        '看板按检验所名称筛选的参数; 未填则限定检验所的用户不能查看',
        'The page parameter that filters by laboratory name; without it nobody who is limited to laboratories sees the page',
      ],
    }),
    roleIds: refList('可见角色', 'Roles that see it', 'role', { help: ['空为所有可查看看板的角色', 'Empty: every role that may see boards'] }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/op/biPage', title: ['BI看板设置', 'BI pages'] }],
});

export const biScreen = '/search/biFrame';
/** One page in its frame; the contract's order of its two ids. */
export const biPageRoute = `${biScreen}/:pageId/:projectId`;
export const viewBoards: Right = {
  code: 'bi_view',
  label: ['查看数据看板', 'See data boards'],
  roles: ['lab', 'audit1', 'audit2', 'report', 'quality', 'billing', 'finance', 'sales', 'ops'],
};
export const biScreens: readonly HandScreen[] = [{ route: biScreen, title: ['数据看板', 'Data boards'], icon: 'layout-dashboard', view: viewBoards }];

const which = { projectId: z.string().max(20), pageId: z.string().max(20) } as const;
const boardRow = shape({ projectId: z.string(), pageId: z.string(), pageName: z.string() });
export type BoardRow = RowOf<typeof boardRow>;

/** The longest a token lives, minutes; it is renewed ten minutes before. */
export const tokenMinutes = 240;

export const biContracts = declareCalls({
  'POST op/bi-page/save': savedRecord(biPage),
  'GET op/tencent-api/boards': {
    byHand: 'own',
    title: ['可查看的数据看板', 'Boards one may see'],
    permission: viewBoards.code,
    answer: z.array(boardRow),
  },
  'GET op/tencent-api/getBIToken': {
    title: ['数据看板令牌', 'Token of a data board'],
    permission: viewBoards.code,
    query: z.object(which),
    /** `expireTime`: `yyyy-MM-dd HH:mm:ss`. */
    answer: shape({ token: z.string(), url: z.string(), expireTime: z.string() }),
  },
  'POST op/tencent-api/renewBIToken': {
    title: ['延长数据看板令牌', 'Renew the token of a data board'],
    permission: viewBoards.code,
    body: z.object({ ...which, token: z.string().min(1).max(200) }),
    unhashed: ['token'],
    repeats: ['延长到同一时长', 'renewed again for the same time'],
    answer: shape({ expireTime: z.string() }),
  },
});
