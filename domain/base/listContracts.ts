import { z } from 'zod';
import { declareCalls, pageShape, parameters, shape, type Contract, type RowOf } from '#domain/kernel/contract.ts';
import { idList, idText, isId } from '#domain/kernel/ids.ts';
import type { Label } from '#domain/kernel/label.ts';
import { verbPermission, type Resource } from '#domain/kernel/resource.ts';
import { listParameters, rowShape, savedRecord } from '#domain/kernel/resourceShapes.ts';
import { commodity } from './commodity.ts';
import { conclusion } from './conclusion.ts';
import { item } from './item.ts';
import { laboratoryCommodity } from './laboratoryCommodity.ts';
import { laboratoryPanelGroup } from './laboratoryPanelGroup.ts';
import { panel } from './panel.ts';
import { panelGroup } from './panelGroup.ts';
import { qualityIndex } from './qualityIndex.ts';
import { sampleClass } from './sampleClass.ts';
import { sendSampleClient } from './sendSampleClient.ts';
import { terrace } from './terrace.ts';

/** A list of a described resource beyond its own: certain rows of it, or as somebody sees them. */
const listOf = <const Name extends string = never>(title: Label, resource: Resource, ...more: readonly Name[]) =>
  ({
    byHand: 'picker',
    title,
    permission: verbPermission(resource, 'list'),
    query: listParameters(resource, ...more),
    answer: z.array(rowShape(resource)),
  }) satisfies Contract;

/** What a selector shows of a commodity. */
const shortCommodity = shape({
  commodityId: z.string(),
  commodityCode: z.string(),
  commodityName: z.string(),
  commodityShortName: z.string().nullable(),
  erpCode: z.string().nullable(),
});

export type ShortCommodity = RowOf<typeof shortCommodity>;
/** The group of a commodity's first panel. */
export const groupOfCommodity = shape({ commodityId: z.string(), panelGroupId: z.string(), panelGroupName: z.string() });

export const commodityContracts = declareCalls({
  'POST base/commodity/save': savedRecord(commodity),
  'GET base/commodity/pageShort': {
    byHand: 'picker',
    title: ['产品选择', 'Commodity selector'],
    permission: 'commodity_view',
    query: listParameters(commodity),
    answer: pageShape(shortCommodity),
  },
  'GET base/commodity/list-group': {
    byHand: 'picker',
    title: ['按项目组列出产品', 'Commodities by panel group'],
    permission: 'commodity_view',
    query: listParameters(commodity),
    /** Those without a panel come last, under a group without a name. */
    answer: z.array(shape({ panelGroupId: z.string(), panelGroupName: z.string(), commodities: z.array(shortCommodity) })),
  },
});

export const laboratoryCommodityContracts = declareCalls({
  'POST base/laboratory-commodity/save': savedRecord(laboratoryCommodity),
  'GET base/laboratory-commodity/my-list': listOf(['我的检验所产品', 'Commodities of my laboratories'], laboratoryCommodity, 'commodityId'),
  'GET base/laboratory-commodity/not-using': {
    title: ['检验所未使用的产品', 'Commodities a laboratory does not use'],
    permission: 'laboratoryCommodity_view',
    query: listParameters(commodity).extend({ laboratoryId: z.string().refine(isId, 'wrongShape') }),
    answer: z.array(rowShape(commodity)),
  },
});

const ids = idList(500).nullish();

export const laboratoryPanelGroupContracts = declareCalls({
  'POST base/laboratory-panel-group/bind-lab-code': { ...savedRecord(laboratoryPanelGroup), title: ['绑定实验室编号', 'Bind lab codes'] },
  'GET base/laboratory-panel-group/my-list': listOf(['我的检验所项目组', 'My laboratories’ panel groups'], laboratoryPanelGroup, 'panelGroupId'),
  'POST base/laboratory-panel-group/custom-list': {
    title: ['检验所项目组(按条件)', 'Lab panel groups by choice'],
    permission: 'laboratoryPanelGroup_view',
    body: z.object({ laboratoryIds: ids, panelGroupIds: ids }),
    repeats: ['只读', 'reads'],
    answer: z.array(rowShape(laboratoryPanelGroup)),
  },
});

export const myPanelContracts = declareCalls({
  'GET base/panel-group/my-list': listOf(['我的项目组', 'My panel groups'], panelGroup),
  'GET base/panel/my-list': listOf(['我的检测项目', 'My panels'], panel, 'panelGroupId'),
  'GET base/item/my-list': listOf(['我的检测项', 'My items'], item),
  'GET base/terrace/my-list': listOf(['我的检测平台', 'My platforms'], terrace, 'panelGroupId'),
  'GET base/conclusion/my-page': {
    ...listOf(['我的结论', 'My conclusions'], conclusion, 'panelGroupId'),
    answer: pageShape(rowShape(conclusion)),
  },
});

const hasChildren = z.boolean();
/** A node of a tree; key and value are its id, "0" is the parent of the uppermost. */
const indexNode = shape({ id: z.string(), parentId: z.string(), title: z.string(), key: z.string(), value: z.string() });
const indexTree = indexNode.extend({
  /** Absent at a leaf. */
  get children() {
    return z.array(indexTree).optional();
  },
});
const level = { permission: 'qualityIndex_view', query: parameters('parentId') } as const;

export const qualityIndexContracts = declareCalls({
  'GET base/baseQualityIndex/lazy-list': {
    byHand: 'tree',
    ...level,
    title: ['质量指标(逐级)', 'Quality indexes, level by level'],
    answer: z.array(rowShape(qualityIndex).extend({ hasChildren })),
  },
  'GET base/baseQualityIndex/tree': {
    byHand: 'tree',
    title: ['质量指标树', 'Tree of quality indexes'],
    permission: 'qualityIndex_view',
    answer: z.array(indexTree),
  },
  'GET base/baseQualityIndex/lazy-tree': {
    byHand: 'tree',
    ...level,
    title: ['质量指标树(逐级)', 'Tree of quality indexes, level by level'],
    answer: z.array(indexNode.extend({ hasChildren })),
  },
});

export const sampleClassContracts = declareCalls({
  'POST base/sample-class/list-by-commodity': {
    title: ['产品可用的样本类型', 'Sample classes of commodities'],
    permission: 'sampleClass_view',
    repeats: ['只读', 'reads'],
    body: z.object({ commodityIds: idList(1_000).optional(), commodityId: idText.optional() }),
    /** With the commodities that take the class, where some were asked for. */
    answer: z.array(rowShape(sampleClass).extend({ commodityIds: z.array(z.string()).optional() })),
  },
});

export const loggedClient = shape({
  clientId: z.string(),
  clientCode: z.string(),
  clientName: z.string(),
  isDisable: z.int(),
  isDeleted: z.int(),
});
/** Who looks after sending clients, and after how many. */
export const salesman = shape({
  id: z.string(),
  salesmanId: z.string(),
  salesmanName: z.string(),
  account: z.string(),
  phone: z.string().nullable(),
  clientCount: z.int(),
});

export const sendSampleClientContracts = declareCalls({
  'GET base/send-sample-client/lazy-list': {
    byHand: 'tree',
    title: ['送检单位选择', 'Sending client selector'],
    permission: 'sendSampleClient_view',
    query: listParameters(sendSampleClient),
    answer: z.array(
      shape({
        id: z.string(),
        clientId: z.string(),
        clientCode: z.string(),
        clientName: z.string(),
        contractLaboratoryId: z.string().nullable(),
        hasChildren: z.literal(false),
      }),
    ),
  },
  'GET base/send-sample-client/listAll': listOf(['全部送检单位(含停用)', 'All sending clients, disabled ones too'], sendSampleClient),
  'GET base/send-sample-client/listForLog': {
    byHand: 'picker',
    title: ['送检单位(变更记录用)', 'Sending clients of the log'],
    permission: 'sendSampleClientLog_view',
    answer: z.array(loggedClient),
  },
  'GET base/send-sample-client/getSendSampleSalerList': {
    byHand: 'picker',
    title: ['送检单位的销售员', 'Sales people of sending clients'],
    permission: 'sendSampleClient_view',
    query: parameters('clientId', 'contractLaboratoryId'),
    answer: z.array(salesman),
  },
});

export const thirdpartyContracts = declareCalls({
  'GET base/code-thirdparty-rule/getSendSampleClientList': {
    byHand: 'picker',
    title: ['有第三方条码规则的送检单位', 'Clients with third-party code rules'],
    permission: 'thirdpartyRule_view',
    query: parameters('affiliationId'),
    answer: z.array(rowShape(sendSampleClient)),
  },
});
