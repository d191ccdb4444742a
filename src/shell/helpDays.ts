import type { Label } from '#domain/kernel/label.ts';

/** What a person of one kind does from morning to evening; shown to whoever may do its first step. */
export interface HelpDay {
  readonly key: string;
  readonly title: Label;
  readonly permission: string;
  readonly steps: readonly Label[];
}

export const helpDays: readonly HelpDay[] = [
  {
    key: 'reception',
    title: ['接样员', 'Reception'],
    permission: 'summary_enter',
    steps: [
      [
        '前处理录入: 扫申请单条码, 再扫每一管; 光标在哪里都能扫, F2 回到扫描框。',
        'Summary entry: scan the requisition, then each tube; a scan is heard wherever the cursor is, F2 is the scan box.',
      ],
      [
        '填写右侧内容, 回车到下一个待填项, F9 保存并下一单; 图钉标记的内容沿用到下一单。',
        'Fill in the form, Enter goes to the next field, F9 saves and begins the next; pinned fields are carried over.',
      ],
      ['不合格的样本在“拒收”页登记原因和措施。', 'Tubes that cannot be accepted are rejected on the tab Reject, with code and reason.'],
      [
        '成批送检用 Excel 导入; 申请单在“申请单拍照上传”拍照。',
        'Whole batches come in by Excel; photograph requisitions under their images’ screen.',
      ],
      ['收工前看右上角: 待上传应为 0, 待处理逐条解决。', 'Before leaving look at the top right: nothing waits, and what needs you is settled.'],
    ],
  },
  {
    key: 'entry',
    title: ['录入员', 'Entry clerk'],
    permission: 'detail_enter',
    steps: [
      [
        '从左侧名单选择或扫描申请单; 右侧对照申请单图片, F4 放大。',
        'Choose from the list or scan the requisition; read its picture beside the form, F4 zooms.',
      ],
      ['只填申请单上有的; 看不清的项目按 F8 标记“字迹不清”。', 'Type what stands on the paper; mark what nobody can read with F8.'],
      ['F9 保存并下一单; 黄色提示要写明原因, 红色提示必须改正。', 'F9 saves and opens the next; amber asks for a reason, red has to be corrected.'],
      [
        '二录看不到一录的内容; 两次不一致先由二录核对一次, 仍不一致转仲裁。',
        'The second entry never sees the first; differences are checked once, then arbitrated.',
      ],
    ],
  },
  {
    key: 'lab',
    title: ['检验员', 'Laboratory'],
    permission: 'lab_receive',
    steps: [
      [
        '样本交接: 扫描核对每一管, 由接收人本人输入账号密码签收。',
        'Handover: scan every tube; the receiving person signs with their own account and password.',
      ],
      [
        '实验室接收: 一扫一判, 绿色已接收, 黄色重复, 红色拒绝并说明原因。',
        'Lab receive: one scan, one verdict: green received, amber repeat, red refused with the reason.',
      ],
      ['刚接收错的半分钟内可撤销, 之后用“取消接收”。', 'A wrong receipt can be undone for half a minute, later under Cancel receive.'],
    ],
  },
  {
    key: 'arbitration',
    title: ['仲裁', 'Arbitration'],
    permission: 'detail_arbitrate',
    steps: [
      [
        '在“录入仲裁”逐项对照图片, 选一录、二录或另行填写。',
        'Compare field by field with the picture: the first entry, the second, or another value.',
      ],
    ],
  },
  {
    key: 'audit',
    title: ['一审员、二审员', 'Auditors'],
    permission: 'resultAudit_view',
    steps: [
      [
        '“结果审核”左侧按项目组列出待审数; 没有提示的可勾选批量通过, 其余逐条打开。',
        'Result audit counts what waits by panel group; what is clear is passed together, the rest is opened one by one.',
      ],
      [
        '二审不能是一审本人; 不对的退回并写原因, 或安排复检。',
        'The second auditor is never the first; send back with a reason what is wrong, or order it again.',
      ],
    ],
  },
  {
    key: 'report',
    title: ['报告员', 'Report clerk'],
    permission: 'report_audit',
    steps: [
      ['“报告审核”: 打开预览, 核对后审核发布; 有误的退回。', 'Report audit: open the preview, check it, issue it; send back what is wrong.'],
      [
        '已发布的在“报告查询”打印和下载; 快到期未出的在“未完成报告”。',
        'Issued ones are printed and fetched under Report search; what is nearly due stands under Reports not out.',
      ],
      [
        '要改的报告先撤回或召回, 写明原因; 谁已收到会随即通知。',
        'What must change is withdrawn or recalled with a reason; who has it already is told.',
      ],
    ],
  },
  {
    key: 'quality',
    title: ['质量', 'Quality'],
    permission: 'abnormal_process',
    steps: [
      [
        '“异常登记”: 先看超期的; 定处理措施, 说明后关闭, 特急的由他人关闭。',
        'Abnormal cases: the overdue ones first; decide a measure, close with a reason, critical ones by somebody else.',
      ],
      ['冻结的样本在关闭前不接收也不出报告。', 'What a case holds is neither received nor reported until it is closed.'],
      [
        '月初在“质量指标统计”核对上月: 数字可打开明细, 填报其余指标, 再由未填报的人关闭。',
        'Early in a month look through the last one under Quality indicators: numbers open what they count, type the rest, and have it closed by somebody who typed nothing.',
      ],
    ],
  },
  {
    key: 'billing',
    title: ['结算员', 'Billing'],
    permission: 'order_create',
    steps: [
      [
        '“开单”选明细开单, 或由“系统打包”按月成批开单; 无价格的先补价格政策。',
        'Make orders of what is reported, or a month at a time by a pack; give prices to what has none first.',
      ],
      [
        '“订单管理”核对后发送, 再生成账单; 账单发送后进入 ERP 和对账单。',
        'Check and send orders, then make bills of them; a sent bill goes to the ERP and on its statement.',
      ],
      ['月底在账单页结账; 已结账的月份不再改, 更正走红字。', 'Close the month on the bills’ page; a closed month stays, corrections are red.'],
    ],
  },
  {
    key: 'sales',
    title: ['销售、财务', 'Sales and finance'],
    permission: 'salesLine_view',
    steps: [
      [
        '“收入预估”看本月各客户已出报告与未出报告的金额; 点数字看明细。',
        'The estimate tells what a month comes to by client; a number opens its lines.',
      ],
      [
        '客户问账时用“客户对账单”和“样本汇总”, 可导出。',
        'When a client asks, look at the customer statement and at samples and their billing; both come as files.',
      ],
    ],
  },
  {
    key: 'desks',
    title: ['运维与主管', 'Operations and supervisors'],
    permission: 'device_decide',
    steps: [
      [
        '前台设备: 失联且有操作未到达的前台会报警; 在那里决定被保留的操作。',
        'Desks: silent desks that owe something raise an alarm; decide kept acts there.',
      ],
      ['坏掉的前台用导出的文件在“导入前台操作”补传。', 'Acts of a broken desk come in from its exported file.'],
    ],
  },
];
