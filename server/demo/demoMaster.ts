import { codeType, symbology } from '#domain/code/codeStyle.ts';
import { plainLayout, type LabelLayout } from '#domain/code/labelLayout.ts';
import { executeType } from '#domain/base/executeType.ts';
import { resultKind } from '#domain/base/item.ts';
import { newId } from '#server/storage/ids.ts';
import { benchMaster } from './benchMaster.ts';
import { read, type Master, type More } from './demoFiles.ts';
import { labMaster } from './labMaster.ts';
import { opMaster } from './opMaster.ts';
import { erpMaster } from './erpMaster.ts';
import { noticeMaster } from './noticeMaster.ts';
import { reportMaster } from './reportMaster.ts';
import { chance } from './invented.ts';

type Row = Record<string, unknown> & { readonly id: string };
/** Rows by resource, keyed by field names, referring to each other by id. */
export type DemoMaster = Readonly<Record<string, readonly Row[]>>;

/** `id` of the row whose `field` is `value`; a demo file that refers to nothing is a fault of ours. */
function idOf(rows: readonly Row[], field: string, value: unknown): string {
  const found = rows.find((row) => row[field] === value);
  if (!found) throw new Error(`demo data: no row with ${field} = ${String(value)}`);
  return found.id;
}
const numbered = (prefix: string, index: number): string => `${prefix}${String(index).padStart(4, '0')}`;

const plainLabel = { isDefault: 1, layout: plainLayout };
/** A Data Matrix for small tubes, with what a person reads beside it. */
const labLayout: LabelLayout = {
  ...plainLayout,
  elements: [
    { kind: 'barcode', symbology: 'datamatrix', x: 2, y: 4, width: 16, height: 16, text: '{code}' },
    { kind: 'text', x: 20, y: 5, width: 29, height: 3.5, text: '{code}', isBold: true, isMono: true, align: 'start' },
    { kind: 'text', x: 20, y: 10, width: 29, height: 3, text: '{laboratory}', isBold: false, isMono: false, align: 'start' },
    { kind: 'text', x: 20, y: 15, width: 29, height: 2.5, text: '{sample} {date}', isBold: false, isMono: false, align: 'start' },
    { kind: 'line', x: 2, y: 22, width: 46, height: 0.25 },
    { kind: 'text', x: 2, y: 23.5, width: 46, height: 2.5, text: '{kind} {serial}', isBold: false, isMono: false, align: 'start' },
  ],
};

/** The master data which the sheets in domain/sample/import/fixtures name, and enough more to look like a laboratory at work. */
export function demoMaster(): DemoMaster {
  const master = read<Master>('./master.json');
  const more = read<More>('./more.json');
  const by = chance(20_26);

  const laboratories: Row[] = master.laboratories.map((row) => ({
    id: newId(),
    ...row,
    laboratoryShortName: row.laboratoryName.slice(0, 2),
    contactNumber: '19900000000',
    qualification: '医疗机构执业许可证 PDY00000000000000　临床基因扩增检验实验室技术验收合格',
  }));
  const inHouse = laboratories.filter((row) => row.executeType === executeType.self);
  const outside = idOf(laboratories, 'executeType', executeType.outsourced);

  const sampleAttributes: Row[] = more.attributes.map(([attributeCode, attributeName]) => ({ id: newId(), attributeCode, attributeName }));
  const classRows = [
    ...master.sampleClasses.map((name) => more.sampleClasses.find((known) => known[0] === name) ?? ([name, 'BLD', '', 2, 8] as const)),
    ...more.sampleClasses.filter(([name]) => !master.sampleClasses.includes(name)),
  ];
  const sampleClasses: Row[] = classRows.map(([className, attribute, container, minTemperature, maxTemperature], index) => ({
    id: newId(),
    classCode: numbered('SC', index + 1),
    className,
    attributeId: idOf(sampleAttributes, 'attributeCode', attribute),
    container,
    isAnticoagulated: /EDTA|肝素|游离DNA|血浆/.test(`${className}${container}`) ? 1 : 0,
    minTemperature,
    maxTemperature,
  }));

  const panelGroups: Row[] = more.panelGroups.map(([panelGroupCode, panelGroupName, groupAErpCode, groupAName], index) => ({
    id: newId(),
    panelGroupCode,
    panelGroupName,
    groupAErpCode,
    groupAName,
    laboratoryId: inHouse[index % inHouse.length]?.id,
  }));
  const items: Row[] = [];
  const panels: Row[] = more.panels.map(([panelCode, panelName, group, method, list]) => {
    const own = list.split(';').map((line, sort): Row => {
      const [itemCode = '', itemName = '', unit = '', referenceRange = ''] = line.split('|');
      return {
        id: newId(),
        itemCode,
        itemName,
        itemShortName: itemCode,
        unit,
        referenceRange,
        sort,
        resultKind: unit ? resultKind.quantitative : resultKind.qualitative,
      };
    });
    items.push(...own);
    return { id: newId(), panelCode, panelName, panelGroupId: idOf(panelGroups, 'panelGroupCode', group), itemIds: own.map(({ id }) => id), method };
  });

  const products = [
    ...master.commodities.map(
      (row) =>
        [
          row.commodityCode,
          row.commodityName,
          row.entryForm,
          row.doubleEntry,
          row.sampleClasses,
          more.panelsOf[row.commodityCode] ?? [],
          executeType.self,
        ] as const,
    ),
    ...more.commodities,
  ];
  const commodities: Row[] = products.map(([commodityCode, commodityName, form, isDoubleEntry, classes, ofPanels, execute], index) => ({
    id: newId(),
    commodityCode,
    commodityName,
    commodityShortName: commodityName.replace(/[(（].*$/, '').slice(0, 30),
    erpCode: numbered('ERP1', index + 1),
    executeType: execute,
    entryForm: form,
    isDoubleEntry: isDoubleEntry ? 1 : 0,
    isColdChain: form === 'CCID' ? 1 : 0,
    minVolume: form === 'nomal' ? 1 : 2,
    holdingHours: form === 'CCID' ? 72 : 168,
    sampleClassIds: classes.map((name) => idOf(sampleClasses, 'className', name)),
    panelIds: ofPanels.map((panelCode) => idOf(panels, 'panelCode', panelCode)),
  }));
  const laboratoryCommodities: Row[] = inHouse.flatMap((laboratory) =>
    commodities.map((commodity, index) => ({
      id: newId(),
      laboratoryId: laboratory.id,
      commodityId: commodity.id,
      executeLaboratoryId: commodity.executeType === executeType.outsourced ? outside : index % 5 === 0 ? inHouse[0]?.id : laboratory.id,
      internalTestCycle: by.pick([1440, 2880, 7200, 10_080]),
      externalTestCycle: by.pick([2880, 4320, 10_080, 14_400]),
    })),
  );

  const clients: Row[] = more.companies.map((company, index) => ({
    id: newId(),
    clientCode: numbered('K', index + 1),
    clientName: `${company}${more.companyKinds[index % more.companyKinds.length]}`,
    billErpCode: numbered('B', index + 1),
    isBill: index % 4 === 3 ? 0 : 1,
    isAgent: index % 2,
    isFinality: index % 5 === 0 ? 1 : 0,
    contactNumber: '19900000000',
  }));
  const billers = clients.filter((row) => row.isBill === 1);
  const agents = clients.filter((row) => row.isAgent === 1);
  const hospitals = more.cities.flatMap((city) => more.hospitals.map((hospital) => `${city}${hospital}`));
  const senders = [
    ...master.sendSampleClients,
    ...hospitals.map((clientName, index) => ({
      clientCode: numbered('C', master.sendSampleClients.length + index + 1),
      clientName,
      enabled: index % 40 !== 39,
    })),
  ];
  // The cities are invented, so that any province may hold them; those of one name are in the same.
  const provinces = ['江苏省', '浙江省', '安徽省', '福建省', '江西省'];
  const sendSampleClients: Row[] = senders.map(({ clientCode, clientName, enabled }, index) => ({
    id: newId(),
    clientCode,
    clientName,
    isDisable: enabled ? 0 : 1,
    contractLaboratoryId: by.pick(inHouse).id,
    billCustomerId: by.pick(billers).id,
    agentCustomerId: by.is(0.6) ? by.pick(agents).id : null,
    managerArea: by.pick(more.regions),
    provinceName: provinces[(clientName.codePointAt(0) ?? 0) % provinces.length],
    isExcluded: index % 60 === 59 ? 1 : 0,
    isGiving: index % 75 === 40 ? 1 : 0,
    clientTel: '19900000000',
    isCredentialRequired: 0,
    isTelephoneRequired: 0,
  }));

  const enterTips: Row[] = more.tips.map((content, index) => ({ id: newId(), sendSampleClientId: sendSampleClients[index * 7]?.id, content }));
  const codeStyles: Row[] = [
    {
      ...plainLabel,
      id: newId(),
      styleName: '申请单:字母加8位数字',
      codeType: codeType.requisition,
      symbology: symbology.code128,
      pattern: '[A-Z]\\d{8}',
    },
    { ...plainLabel, id: newId(), styleName: '样本:9位数字', codeType: codeType.sample, symbology: symbology.code128, length: 9, pattern: '\\d{9}' },
    // Hospitals print letters before their numbers, on forms and tubes alike.
    ...[codeType.requisition, codeType.sample].map((kind): Row => ({
      id: newId(),
      styleName: kind === codeType.requisition ? '申请单:医院自编条码' : '样本:医院自编条码',
      codeType: kind,
      symbology: symbology.code128,
      pattern: kind === codeType.requisition ? '[A-Z]{1,12}\\d{3,14}[A-Z]?' : '[A-Z]{1,12}\\d{3,14}[A-Z]?|\\d{8,14}',
    })),
    ...inHouse.map((laboratory): Row => ({
      id: newId(),
      styleName: `${String(laboratory.laboratoryName)}实验室编号`,
      isDefault: 1,
      layout: labLayout,
      codeType: codeType.lab,
      laboratoryId: laboratory.id,
      symbology: symbology.dataMatrix,
      prefix: `${String(laboratory.laboratoryCode)}-`,
      pattern: `${String(laboratory.laboratoryCode)}-\\d{6}-\\d{4,9}`,
    })),
  ];

  const numberSegments: Row[] = [
    { id: newId(), segmentName: '样本条码自用号段', codeType: codeType.sample, prefix: '9', digits: 8, firstNumber: 1, lastNumber: 99_999_999 },
    ...inHouse.map((laboratory): Row => ({
      id: newId(),
      segmentName: `${String(laboratory.laboratoryName)}实验室编号自用号段`,
      codeType: codeType.lab,
      laboratoryId: laboratory.id,
      // No day reads so: it never meets a code the server gives by the day.
      prefix: `${String(laboratory.laboratoryCode)}-900000-`,
      digits: 6,
      firstNumber: 1,
      lastNumber: 999_999,
    })),
  ];

  // Fen.
  const listPrices = [118_000, 168_000, 42_000, 9_600];
  const priced = commodities.filter((row) => row.executeType === executeType.self).slice(0, 4);
  const pricePolicies: Row[] = sendSampleClients.slice(0, 12).flatMap((client, at) =>
    priced.slice(0, 2 + (at % 3)).flatMap((commodity, index) => {
      const price = (listPrices[index] ?? 0) + (at % 4) * 1_000;
      const policy = {
        sendSampleClientId: client.id,
        commodityId: commodity.id,
        laboratoryId: client['contractLaboratoryId'],
        billErpCode: billers.find(({ id }) => id === client['billCustomerId'])?.billErpCode,
      };
      const before = { ...policy, id: newId(), billPrice: price + 1_200, contractTimeBegin: '2025-01-01', contractTimeEnd: '2025-12-31' };
      const now = { ...policy, id: newId(), billPrice: price, contractTimeBegin: '2026-01-01', contractTimeEnd: '2027-12-31' };
      const byAgent = { ...now, id: newId(), agentClientId: client['agentCustomerId'], billPrice: price - 800, remark: '经代理商结算' };
      return index === 0 && client['agentCustomerId'] !== null ? [before, now, byAgent] : [before, now];
    }),
  );

  return {
    laboratory: laboratories,
    sampleAttribute: sampleAttributes,
    sampleClass: sampleClasses,
    hpoTerm: more.hpoTerms.map(([termCode, termName, englishName]) => ({ id: newId(), termCode, termName, englishName })),
    panelGroup: panelGroups,
    item: items,
    panel: panels,
    commodity: commodities,
    laboratoryCommodity: laboratoryCommodities,
    client: clients,
    sendSampleClient: sendSampleClients,
    enterTip: enterTips,
    codeStyle: codeStyles,
    numberSegment: numberSegments,
    pricePolicy: pricePolicies,
    ...benchMaster({ laboratories: inHouse, panelGroups, panels, sendSampleClients }, by),
    ...labMaster({ panelGroups, panels, items }),
    ...reportMaster({ panelGroups, laboratories: inHouse, sendSampleClients }),
    ...erpMaster(inHouse),
    ...opMaster(inHouse[0]!, sendSampleClients),
    ...noticeMaster({ laboratories: inHouse, sendSampleClients }),
  };
}
