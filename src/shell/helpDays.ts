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
        '在“双录仲裁”逐项对照图片, 选一录、二录或另行填写。',
        'Compare field by field with the picture: the first entry, the second, or another value.',
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
