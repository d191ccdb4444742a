import { choices } from '#domain/kernel/choices.ts';

/** Whether a deployed process may be started and its tasks be done (docs/wire.md#flow). */
export const suspensionState = choices({ active: [1, '激活', 'Active'], suspended: [2, '挂起', 'Suspended'] });
/** Common: deployed for this tenant by itself. Custom: made for tenants that were named. */
export const flowMode = choices({ common: [1, '通用流程', 'Common'], custom: [2, '定制流程', 'Custom'] });
export const instanceState = choices({ running: [1, '进行中', 'Running'], finished: [2, '已结束', 'Finished'], ended: [3, '已终止', 'Ended'] });
export const taskState = choices({ open: [1, '待办', 'Open'], done: [2, '已办', 'Done'], dropped: [3, '已取消', 'Dropped'] });
/** The wire's word for "I agree"; anything else refuses. */
export const passFlag = 'ok';

export type { FlowExecution, FlowHistory, FlowModel, FlowProcess, FlowView, FlowWork } from './flowCalls.ts';
