/**
 * What FHIR R4 (4.0.1) says of the resources and types a report's bundle is made of: each element's type, then `!` one is needed, `*` a list.
 * Of references the types they may lead to, of codes those that are allowed.
 */
const resources: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  DiagnosticReport: {
    identifier: 'Identifier*',
    basedOn: 'Reference(ServiceRequest)*',
    status: 'code(registered|partial|preliminary|final|amended|corrected|appended|cancelled|entered-in-error|unknown)!',
    category: 'CodeableConcept*',
    code: 'CodeableConcept!',
    subject: 'Reference(Patient)',
    effectiveDateTime: 'dateTime',
    issued: 'instant',
    performer: 'Reference(Practitioner|Organization)*',
    specimen: 'Reference(Specimen)*',
    result: 'Reference(Observation)*',
    conclusion: 'string',
    conclusionCode: 'CodeableConcept*',
    presentedForm: 'Attachment*',
  },
  Observation: {
    status: 'code(registered|preliminary|final|amended|corrected|cancelled|entered-in-error|unknown)!',
    category: 'CodeableConcept*',
    code: 'CodeableConcept!',
    subject: 'Reference(Patient)',
    effectiveDateTime: 'dateTime',
    performer: 'Reference(Practitioner|Organization)*',
    valueQuantity: 'Quantity',
    valueString: 'string',
    dataAbsentReason: 'CodeableConcept',
    interpretation: 'CodeableConcept*',
    method: 'CodeableConcept',
    specimen: 'Reference(Specimen)',
    referenceRange: 'ReferenceRange*',
    component: 'Component*',
  },
  Specimen: {
    identifier: 'Identifier*',
    accessionIdentifier: 'Identifier',
    type: 'CodeableConcept',
    subject: 'Reference(Patient)',
    receivedTime: 'dateTime',
    collection: 'Collection',
    condition: 'CodeableConcept*',
  },
  Patient: {
    identifier: 'Identifier*',
    name: 'HumanName*',
    telecom: 'ContactPoint*',
    gender: 'code(male|female|other|unknown)',
    birthDate: 'date',
  },
  Organization: { identifier: 'Identifier*', name: 'string', telecom: 'ContactPoint*', address: 'Address*' },
  Practitioner: { name: 'HumanName*' },
};
const types: typeof resources = {
  Bundle: {
    resourceType: 'code(Bundle)!',
    meta: 'Meta',
    identifier: 'Identifier',
    type: 'code(document|message|transaction|transaction-response|batch|batch-response|history|searchset|collection)!',
    entry: 'Entry*',
  },
  Meta: { security: 'Coding*' },
  Entry: { fullUrl: 'uri!', resource: 'Resource!' },
  Identifier: { use: 'code(usual|official|temp|secondary|old)', type: 'CodeableConcept', system: 'uri', value: 'string' },
  CodeableConcept: { coding: 'Coding*', text: 'string' },
  Coding: { system: 'uri', code: 'code', display: 'string' },
  Quantity: { value: 'decimal', comparator: 'code(<|<=|>=|>)', unit: 'string', system: 'uri', code: 'code' },
  SimpleQuantity: { value: 'decimal', unit: 'string', system: 'uri', code: 'code' },
  ReferenceRange: { low: 'SimpleQuantity', high: 'SimpleQuantity', text: 'string' },
  Component: { code: 'CodeableConcept!', valueString: 'string' },
  Collection: { collectedDateTime: 'dateTime' },
  HumanName: { text: 'string' },
  ContactPoint: { system: 'code(phone|fax|email|pager|url|sms|other)', value: 'string' },
  Address: { text: 'string' },
  Attachment: {
    contentType: 'code',
    language: 'code',
    data: 'base64Binary',
    size: 'unsignedInt',
    hash: 'base64Binary',
    title: 'string',
  },
  Reference: { reference: 'string', type: 'uri', identifier: 'Identifier', display: 'string' },
};
const primitives: Readonly<Record<string, RegExp>> = {
  string: /^[\s\S]*\S[\s\S]*$/,
  code: /^[^\s]+(\s[^\s]+)*$/,
  uri: /^\S+$/,
  base64Binary: /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
  date: /^\d{4}(-\d\d(-\d\d)?)?$/,
  dateTime: /^\d{4}(-\d\d(-\d\d(T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d))?)?)?$/,
  instant: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
};
const uuid = /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export interface Resource {
  readonly resourceType: string;
  readonly id: string;
  readonly [element: string]: any;
}
export interface Bundle {
  readonly meta?: { readonly security: readonly { readonly code: string }[] };
  readonly type: string;
  readonly entry: readonly { readonly fullUrl: string; readonly resource: Resource }[];
}
export const ofType = ({ entry }: Bundle, type: string): Resource[] =>
  entry.map(({ resource }) => resource).filter(({ resourceType }) => resourceType === type);

/** What a bundle has that R4 does not allow, place by place. */
export function r4Faults(bundle: Bundle): string[] {
  const faults: string[] = [];
  const known = new Map(bundle.entry.map(({ fullUrl, resource }) => [fullUrl, resource.resourceType]));
  const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

  function elements(at: string, value: unknown, declared: Readonly<Record<string, string>>): void {
    if (!isObject(value)) return void faults.push(`${at}: no object`);
    if (Object.keys(value).length === 0) faults.push(`${at}: empty`);
    for (const [name, said] of Object.entries(declared)) {
      const [, type = '', allowed, many] = /^(\w+)(?:\((.*)\))?([!*]?)$/.exec(said) ?? [];
      const given = value[name];
      if (given === undefined) {
        if (many === '!') faults.push(`${at}.${name}: missing`);
      } else if (many !== '*') one(`${at}.${name}`, given, type, allowed);
      else if (!Array.isArray(given) || given.length === 0) faults.push(`${at}.${name}: no list, or an empty one`);
      else for (const [place, part] of given.entries()) one(`${at}.${name}[${place}]`, part, type, allowed);
    }
    for (const name of Object.keys(value)) if (!(name in declared)) faults.push(`${at}.${name}: unknown`);
  }
  function one(at: string, value: unknown, type: string, allowed: string | undefined): void {
    const primitive = primitives[type];
    if (type === 'decimal' || type === 'unsignedInt') {
      if (typeof value !== 'number' || (type === 'unsignedInt' && !(Number.isInteger(value) && value >= 0))) faults.push(`${at}: no ${type}`);
    } else if (primitive) {
      if (typeof value !== 'string' || !primitive.test(value)) faults.push(`${at}: no ${type}`);
      else if (allowed && !allowed.split('|').includes(value)) faults.push(`${at}: ${value} is no code of it`);
    } else if (type === 'Resource') resource(at, value);
    else {
      elements(at, value, types[type] ?? {});
      if (type === 'Reference') reference(at, value as Record<string, unknown>, allowed ?? '');
      if (type === 'Coding' && (value as { code?: string }).code && !(value as { system?: string }).system) faults.push(`${at}: a code of no system`);
    }
  }
  function reference(at: string, { reference: url, identifier, type }: Record<string, unknown>, allowed: string): void {
    if (url === undefined && identifier === undefined) faults.push(`${at}: leads nowhere`);
    const target = url === undefined ? type : known.get(String(url));
    if (target === undefined || target !== type || !allowed.split('|').includes(String(target))) faults.push(`${at}: leads to ${String(target)}`);
  }
  function resource(at: string, value: unknown): void {
    const { resourceType, id, ...rest } = value as Resource;
    const declared = resources[resourceType];
    if (!declared) return void faults.push(`${at}: ${resourceType} is no resource of it`);
    if (!/^[A-Za-z0-9.-]{1,64}$/.test(id)) faults.push(`${at}.id: ${id}`);
    if (Object.keys(rest).length > 0) elements(`${at} ${resourceType}`, rest, declared);
    const values = Object.keys(rest).filter((name) => /^value[A-Z]/.test(name));
    if (values.length > 1 || (values.length === 1 && rest['dataAbsentReason'])) faults.push(`${at}: obs-6, several values`);
    if (resourceType === 'Organization' && !rest['name'] && !rest['identifier']) faults.push(`${at}: org-1, no name`);
  }

  elements('Bundle', bundle, types['Bundle']!);
  if (known.size !== bundle.entry.length) faults.push('Bundle: bdl-7, a fullUrl twice');
  for (const {
    fullUrl,
    resource: { id },
  } of bundle.entry)
    if (!uuid.test(fullUrl) || fullUrl !== `urn:uuid:${id}`) faults.push(`${fullUrl}: is not ${id}`);
  return faults;
}
