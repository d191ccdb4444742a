import { createHash } from 'node:crypto';
import { tableSources, signatureSlots, type FactRow, type ReportFacts, type TableSource } from '#domain/report/reportFacts.ts';
import { sex } from '#domain/sample/rules/formChoices.ts';
import { filled, instantOf, rangeOf, valueOf } from './fhirValues.ts';

/** Who the patient is, as much of it as is told. */
export interface ToldPatient {
  readonly personName: string | null;
  readonly telephone: string | null;
  readonly credentialNo: string | null;
  readonly patientNo: string | null;
  readonly birthDate: string | null;
}
/** An issued version. */
export interface IssuedVersion {
  readonly reportNo: string;
  readonly versionNo: number;
  readonly issueTime: string;
  readonly chainHash: string;
  readonly facts: ReportFacts;
  /** Whose hand stands in which place. */
  readonly signatures: readonly { readonly slot: string; readonly userId: string; readonly name: string }[];
}
type Elements = Record<string, unknown>;
interface Resource extends Elements {
  readonly resourceType: string;
  readonly id: string;
}

const hl7 = (name: string): string => `http://terminology.hl7.org/CodeSystem/${name}`;
const concept = (system: string, code: string, display: string, text?: string): Elements => filled({ coding: [{ system, code, display }], text });
const worded = (text: string | undefined): Elements | undefined => (text ? { text } : undefined);
const referTo = ({ resourceType, id }: Resource, display?: string): Elements => filled({ reference: `urn:uuid:${id}`, type: resourceType, display });

const genders: Readonly<Record<string, string>> = { [sex.male]: 'male', [sex.female]: 'female', [sex.unknown]: 'unknown' };
const tones = { high: ['H', 'High'], low: ['L', 'Low'], abnormal: ['A', 'Abnormal'] } as const;
const interpretationOf = ({ tone }: FactRow): readonly Elements[] => {
  if (tone === null) return [];
  const [code, display] = tones[tone];
  return [concept(hl7('v3-ObservationInterpretation'), code, display)];
};

/**
 * What is frozen with a version, as a FHIR R4 collection (docs/report.md#fhir). `pdf`: its bytes; `isMasked`: who asks is not told who the patient is, and the
 * bytes, which tell it, are named alone. The same version makes the same bundle.
 */
export function fhirBundle(
  version: IssuedVersion,
  { patient: told, pdf, isMasked }: { patient: ToldPatient; pdf: Buffer; isMasked: boolean },
): object {
  const { reportNo, versionNo, issueTime, chainHash, facts } = version;
  const { values } = facts;
  /** Known again by who gets the same version twice (UUID version 8: by a hash of our own). */
  const resource = (resourceType: string, name: string, elements: Elements): Resource => {
    const hex = createHash('sha256').update(`${chainHash}\n${name}`).digest('hex');
    const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
    return { resourceType, id, ...filled(elements) };
  };
  const patient = resource('Patient', 'patient', {
    identifier: [
      ...(told.patientNo ? [{ type: concept(hl7('v2-0203'), 'MR', 'Medical record number'), value: told.patientNo }] : []),
      ...(told.credentialNo ? [{ type: { text: '证件号码' }, value: told.credentialNo }] : []),
    ],
    name: [worded(told.personName ?? '')].filter(Boolean),
    telecom: told.telephone ? [{ system: 'phone', value: told.telephone }] : [],
    gender: genders[String(sex.options.find(({ label: [word] }) => word === values.sex)?.code)],
    birthDate: told.birthDate,
  });
  const subject = referTo(patient);
  const laboratory = resource('Organization', 'laboratory', {
    name: values.laboratoryName || values.reportTitle,
    telecom: values.laboratoryPhone ? [{ system: 'phone', value: values.laboratoryPhone }] : [],
    address: values.laboratoryAddress ? [{ text: values.laboratoryAddress }] : [],
  });
  const referral = values.referralLaboratoryName ? resource('Organization', 'referral', { name: values.referralLaboratoryName }) : null;
  const specimens = (facts.tubes ?? [values]).map((tube, at) =>
    resource('Specimen', at === 0 ? 'specimen' : `specimen ${at}`, {
      identifier: tube.sampleCode ? [{ value: tube.sampleCode }] : [],
      accessionIdentifier: tube.labCode ? { value: tube.labCode } : undefined,
      type: worded(tube.sampleClassName),
      subject,
      receivedTime: instantOf(tube.labReceiveTime || tube.receiveTime),
      collection: values.samplingTime ? { collectedDateTime: instantOf(values.samplingTime) } : undefined,
      condition: [worded(tube.sampleCondition)].filter(Boolean),
    }),
  );
  const [specimen] = specimens;
  /** Each person once, with all that they signed as. */
  const signers = new Map<string, { readonly hand: Resource; readonly name: string; readonly as: readonly string[] }>();
  for (const { slot, name, note } of facts.signatures) {
    const key = version.signatures.findLast((one) => one.slot === slot && one.name === name)?.userId ?? slot;
    const { hand, as } = signers.get(key) ?? { hand: resource('Practitioner', `practitioner ${key}`, { name: [{ text: name }] }), as: [] };
    signers.set(key, { hand, name, as: [...as, note ? `${signatureSlots[slot][0]} (${note})` : signatureSlots[slot][0]] });
  }
  const signed = [...signers.values()];

  const effectiveDateTime = instantOf(values.samplingTime);
  const found = (name: string, elements: Elements): Resource =>
    resource('Observation', name, {
      status: 'final',
      category: [concept(hl7('observation-category'), 'laboratory', 'Laboratory')],
      ...elements,
      subject,
      effectiveDateTime,
      performer: [referTo(referral ?? laboratory)],
      // Of several tubes the facts do not say which one it was found in.
      specimen: specimen && specimens.length === 1 ? referTo(specimen) : undefined,
    });
  const measured = facts.rows.results.map((row, at) => {
    const { itemName = '', itemShortName = '', value = '', unit = '', referenceRange = '', method } = row.cells;
    return found(`results ${at}`, {
      code: { text: itemShortName ? `${itemName} (${itemShortName})` : itemName },
      ...valueOf(value, unit),
      interpretation: interpretationOf(row),
      method: worded(method),
      referenceRange: rangeOf(referenceRange, unit),
    });
  });
  /** A finding is a named thing; whatever else its table tells of it are its components. */
  const findings = (source: Exclude<TableSource, 'results'>, named: string): Resource[] =>
    facts.rows[source].map((row, at) =>
      found(`${source} ${at}`, {
        code: { text: tableSources[source].title[0] },
        valueString: row.cells[named],
        interpretation: interpretationOf(row),
        component: Object.entries<readonly [string, string]>(tableSources[source].columns).flatMap(([column, [title]]) =>
          column !== named && row.cells[column] ? [{ code: { text: title }, valueString: row.cells[column] }] : [],
        ),
      }),
    );
  const results = [...measured, ...findings('pathogens', 'name'), ...findings('variants', 'gene')];

  const report = resource('DiagnosticReport', 'report', {
    identifier: [{ use: 'official', value: reportNo }],
    basedOn: values.requisitionCode ? [{ type: 'ServiceRequest', identifier: { value: values.requisitionCode } }] : [],
    status: facts.amendment ? (facts.amendment.changes.length > 0 ? 'corrected' : 'amended') : facts.isPartial ? 'partial' : 'final',
    category: [concept(hl7('v2-0074'), 'LAB', 'Laboratory')],
    code: concept('http://loinc.org', '11502-2', 'Laboratory report', values.panelNames || values.commodityNames || values.reportTitle),
    subject,
    effectiveDateTime,
    issued: instantOf(issueTime),
    performer: [
      referTo(laboratory),
      ...(referral ? [referTo(referral)] : []),
      ...signed.map(({ hand, as, name }) => referTo(hand, `${as.join('、')} ${name}`)),
    ],
    specimen: specimens.map((one) => referTo(one)),
    result: results.map((one) => referTo(one)),
    conclusion: [values.conclusion, values.suggestion].filter(Boolean).join('\n'),
    conclusionCode: [worded(values.qualitativeResult)].filter(Boolean),
    presentedForm: [
      filled({
        contentType: 'application/pdf',
        language: 'zh-CN',
        data: isMasked ? '' : pdf.toString('base64'),
        size: pdf.length,
        // R4 asks for this one.
        hash: createHash('sha1').update(pdf).digest('base64'),
        title: `${reportNo}-v${versionNo}.pdf`,
      }),
    ],
  });
  const resources = [report, patient, laboratory, ...(referral ? [referral] : []), ...signed.map(({ hand }) => hand), ...specimens, ...results];
  return {
    resourceType: 'Bundle',
    ...(isMasked ? { meta: { security: [{ system: hl7('v3-ObservationValue'), code: 'REDACTED', display: 'redacted' }] } } : {}),
    identifier: { value: `${reportNo}-v${versionNo}` },
    type: 'collection',
    entry: resources.map((one) => ({ fullUrl: `urn:uuid:${one.id}`, resource: one })),
  };
}
