import { choices } from '#domain/kernel/choices.ts';

/** Who told us that something is to come. */
export const expectedSource = choices({
  partner: [1, '合作方', 'Partner'],
  wechat: [2, '微信', 'WeChat'],
  clientList: [3, '客户清单', "Client's list"],
  parcel: [4, '物流签收', 'Parcel'],
  entrust: [5, '委托', 'Entrusted'],
  resample: [6, '补采', 'Resample'],
});
/** Whether it came. */
export const expectedState = choices({
  due: [0, '未到', 'Due'],
  arrived: [1, '已到', 'Arrived'],
  cancelled: [2, '取消', 'Cancelled'],
  missing: [3, '确认未到', 'Not coming'],
});
