import { expect, it } from 'vitest';
import { placeOf } from './foundTube.ts';

const tube = { contractLaboratoryName: '沪江', executeLaboratoryName: '总部', handover: null } as const;

it('says where a tube is by the last act that moved it', () => {
  const zh = (facts: Parameters<typeof placeOf>[0]): string => placeOf(facts)[0];
  expect(zh({ ...tube, labStatus: 101 })).toBe('沪江 前处理,待录入');
  expect(zh({ ...tube, labStatus: 103 })).toBe('沪江 前处理,待交接');
  expect(zh({ ...tube, labStatus: 103, handover: { by: '王敏', signedBy: null } })).toBe('王敏 的交接单上,待签收');
  expect(zh({ ...tube, labStatus: 103, handover: { by: '王敏', signedBy: '周芳' } })).toBe('周芳 已签收,待总部实验室接收');
  expect(zh({ ...tube, labStatus: 104, handover: { by: '王敏', signedBy: '周芳' } })).toBe('总部 实验室');
  expect(zh({ ...tube, labStatus: 111 })).toBe('沪江 拒收区');
});
