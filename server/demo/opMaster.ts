import { authKind, interfaceOperation, interfaceType, partnerOperation } from '#domain/op/opInterface.ts';
import { parameterType } from '#domain/op/opParameter.ts';
import { isSealed, rootDictKey } from '#domain/system/dict.ts';
import { nowText } from '#server/storage/clock.ts';
import { newId } from '#server/storage/ids.ts';

type Row = Record<string, unknown> & { readonly id: string };

/** A partner's way in, off as long as nobody gave it a secret, with its parameters and a set; and a third party that is a file here. */
export function opMaster(
  laboratory: Row,
  clients: readonly Row[],
): { readonly opInterface: Row[]; readonly opParameter: Row[]; readonly parameterMapping: Row[] } {
  const partner = {
    id: newId(),
    interfaceName: '张家港妇幼演示',
    interfaceEncoding: 'zhangJiaGang',
    interfaceType: interfaceType.lims,
    thirdManufacturer: '演示厂商',
    operations: partnerOperation.options.map(({ code }) => code),
    authKind: authKind.hmac,
    appKey: 'demo-partner',
    laboratoryId: laboratory.id,
    sendSampleClientIds: clients.slice(0, 2).map(({ id }) => id),
    isDisable: 1,
  };
  const third = {
    id: newId(),
    interfaceName: 'Aishenpu结果同步演示(只写入本机文件)',
    interfaceEncoding: 'aishenpu',
    interfaceType: interfaceType.third,
    thirdManufacturer: '演示厂商',
    operations: [interfaceOperation.resultPush],
    apiUrl: 'local',
    bodyFormat: 1,
    authKind: authKind.none,
    laboratoryId: laboratory.id,
    sendSampleClientIds: clients.map(({ id }) => id),
    isDisable: 0,
    testedTime: nowText(),
  };
  const input = (parameterCode: string, parameterName: string, fieldName: string, sort: number, more: object = {}): Row => ({
    id: newId(),
    interfaceId: partner.id,
    parameterCode,
    parameterName,
    type: parameterType.input,
    sort,
    fieldName,
    ...more,
  });
  const set = newId();
  const pair = (dictKey: string, dictValue: string, sort: number, parentId?: string): Row => ({
    id: parentId ? newId() : set,
    code: 'zjg_sex',
    dictKey,
    dictValue,
    sort,
    isSealed: isSealed.no,
    ...(parentId ? { parentId } : {}),
  });
  return {
    opInterface: [partner, third],
    opParameter: [
      input('barcode', '条码', 'thirdBarCode', 1, { isRequired: 1 }),
      input('hospital', '医院', 'sendSampleClientCode', 2),
      input('items', '项目', 'commodityCodes', 3),
      input('name', '姓名', 'personName', 4),
      input('sex', '性别', 'sex', 5, { mappingCode: 'zjg_sex' }),
      input('sampleTime', '采样时间', 'samplingTime', 6, { format: 'yyyyMMddHHmm' }),
    ],
    parameterMapping: [pair(rootDictKey, '张家港性别', 0), pair('M', '1', 1, set), pair('F', '2', 2, set)],
  };
}
