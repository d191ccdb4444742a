import type { Label } from '#domain/kernel/label.ts';

/** Words of the screens that mean something of their own. */
export const words = {
  saved: {
    word: ['已保存, 待上传', 'Saved, waiting'],
    text: [
      '操作已写入本机, 断网、关机都不会丢; 网络恢复后自动上传。',
      'It is written on this computer; neither a cut nor a switched-off computer loses it. It is sent by itself.',
    ],
  },
  tray: {
    word: ['待处理', 'Tray'],
    text: [
      '被退回、冲突或服务器反复出错的操作在这里等人: 可修改重提、重试, 或写明原因放弃。',
      'Refused or conflicting acts wait here for a person: mend and send again, retry, or discard with a reason.',
    ],
  },
  conflict: {
    word: ['冲突', 'Conflict'],
    text: [
      '同一申请单或样本已有另一份不同的内容。页面并列显示两份差异和操作人, 由您决定; 只影响这一单。',
      'The same requisition or tube already holds other content. Both are shown side by side with who and when; you decide. Only this one waits.',
    ],
  },
  repeat: {
    word: ['重复', 'Repeat'],
    text: [
      '同样的操作已经做过: 什么也没有再写, 旁边说明由谁在何时完成; 下一次扫描重新开始。',
      'The same was done before: nothing is written twice; who and when stands beside it. The next scan begins anew.',
    ],
  },
  pin: {
    word: ['图钉', 'Pin'],
    text: [
      '钉住的内容保存后沿用到下一单, 回车会跳过; 点击可取消沿用。',
      'A pinned field is carried over to the next one, and Enter passes it; a click lets it go.',
    ],
  },
  more: {
    word: ['更多项', 'More fields'],
    text: [
      '不常填的项目折叠在这里; 已有内容或出错的项目总会显示出来。',
      'What is seldom filled in is folded away; what holds a value or a fault is always shown.',
    ],
  },
} as const satisfies Record<string, { readonly word: Label; readonly text: Label }>;
