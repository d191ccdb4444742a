import { z } from 'zod';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import type { Choice, ChoiceSet } from '#domain/kernel/choices.ts';
import type { Label } from '#domain/kernel/label.ts';
import { callPath } from '#domain/kernel/services.ts';
import { sex } from '#domain/sample/rules/formChoices.ts';
import { partnerOperation } from './opInterface.ts';
import { mostMegabytes, mostRows, partnerAnswer } from './partnerApi.ts';
import { inputFields, partnerField, type InputField, type PartnerField } from './partnerFields.ts';
import { partnerFaults, type PartnerFault } from './rules/mapRow.ts';

const both = ([zh, en]: Label): string => `${en} (${zh})`;
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
/** Its sentence without the place where what is wrong stands. */
const fault = (code: PartnerFault): string => both(partnerFaults[code]).replaceAll(/: \{what\}/g, '');
const codesOf = ({ options }: ChoiceSet): readonly unknown[] => options.map(({ code }) => code);
const string = (description: string, more: object = {}) => ({ type: 'string', description, ...more });

/** A field as a partner writes it where no parameter says otherwise (docs/interfaces.md#fields). */
function fieldSchema(name: InputField): object {
  const { kind, longest } = inputFields[name];
  const description = both(partnerField.labelOf(name) ?? [name, name]);
  switch (kind) {
    case 'integer':
      return { type: 'integer', description, minimum: 0, maximum: 10 ** longest - 1, ...(name === 'sex' ? { enum: codesOf(sex) } : {}) };
    case 'codes':
      return { description, oneOf: [{ type: 'array', items: { type: 'string' } }, string('with commas between', { maxLength: longest })] };
    case 'date':
      return string(`${description}, yyyy-MM-dd`, { maxLength: longest });
    case 'dateTime':
      return string(`${description}, yyyy-MM-dd HH:mm:ss in Asia/Shanghai, or ISO 8601 with its zone`, { maxLength: longest });
    default:
      return string(description, { maxLength: longest });
  }
}
const statusFields = ['thirdBarCode', 'requisitionCode', 'sampleCode', 'labStatusName', 'receiveTime'] as const;
const reportFields = ['reportNo', 'reportTime', 'qualitativeResultName'] as const;
const named = (names: readonly PartnerField[]): object =>
  Object.fromEntries(names.map((name) => [name, { type: ['string', 'null'], description: both(partnerField.labelOf(name) ?? [name, name]) }]));

const headers = [
  ['X-App-Key', true, 'the app key'],
  ['X-Timestamp', true, 'seconds since 1970; at most 300 away from our clock'],
  ['X-Nonce', true, 'letters, digits, ".", "_" and "-", at most 64; good once'],
  [
    'X-Signature',
    true,
    'lower-case hex HMAC-SHA256 with the secret over POST, path, timestamp, nonce and the hex SHA-256 of the body, joined by line feeds',
  ],
  ['Idempotency-Key', false, 'of the whole call, at most 100 characters'],
  ['Accept-Language', false, 'en: sentences in English'],
] as const;
const callFaults: readonly (readonly [status: number, codes: readonly PartnerFault[]])[] = [
  [401, ['P07']],
  [403, ['P09']],
  [409, ['P08']],
  [429, ['P10']],
];
const rowFaults = (Object.keys(partnerFaults) as PartnerFault[]).filter((code) => !callFaults.some(([, codes]) => codes.includes(code)));
const rowsOf: Readonly<Record<string, 'PushedRow' | 'AskedRow'>> = { requisitionPush: 'PushedRow' };

/** What partners can call, as OpenAPI 3.1: `docs/partner-openapi.json` is this, word for word. */
export function partnerDocument(product = 'accession'): object {
  const refused = (codes: readonly PartnerFault[]): object => ({
    description: codes.map((code) => `${code}: ${fault(code)}`).join('; '),
    content: { 'application/json': { schema: ref('Refusal') } },
  });
  const operation = ({ code, label }: Choice): [string, object] => {
    const row = ref(rowsOf[code] ?? 'AskedRow');
    const most = mostRows[code as keyof typeof mostRows];
    const rows = { type: 'array', items: row, maxItems: most };
    const total = { type: 'integer', description: 'how many rows there are; with others none is taken' };
    return [
      callPath('op', `partner/{interfaceCode}/${code}`, product),
      {
        post: {
          operationId: String(code),
          summary: both(label),
          parameters: [
            { name: 'interfaceCode', in: 'path', required: true, schema: { type: 'string' } },
            ...headers.map(([name, required, description]) => ({ name, in: 'header', required, description, schema: { type: 'string' } })),
          ],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { oneOf: [rows, { type: 'object', required: ['rows'], properties: { rows, total } }, row] } } },
          },
          responses: {
            200: { description: 'an answer for each row', content: { 'application/json': { schema: ref('Answer') } } },
            400: {
              description: `no JSON, no rows, more than ${most}, or others than its total says`,
              content: { 'application/json': { schema: ref('Refusal') } },
            },
            413: { description: `more than ${mostMegabytes} MB`, content: { 'application/json': { schema: ref('Refusal') } } },
            ...Object.fromEntries(callFaults.map(([status, codes]) => [status, refused(codes)])),
          },
        },
      },
    ];
  };
  const { $schema: _dialect, ...answer } = z.toJSONSchema(partnerAnswer);
  const head = { code: { type: 'integer' }, success: { type: 'boolean' }, msg: { type: 'string' } };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Accession: interface for partners',
      version: '1',
      description: `Faults of a row: ${rowFaults.map((code) => `${code} ${fault(code)}`).join('; ')}. A query's row carries the data of the schema Status; each of its reports is a Report.`,
    },
    paths: Object.fromEntries(partnerOperation.options.map(operation)),
    components: {
      schemas: {
        PushedRow: {
          type: 'object',
          required: ['thirdBarCode'],
          properties: Object.fromEntries(Object.keys(inputFields).map((name) => [name, fieldSchema(name as InputField)])),
        },
        AskedRow: {
          oneOf: [
            fieldSchema('thirdBarCode'),
            { type: 'object', required: ['thirdBarCode'], properties: { thirdBarCode: fieldSchema('thirdBarCode'), reason: string('of a cancel') } },
          ],
        },
        Status: {
          type: 'object',
          properties: { ...named(statusFields), labStatus: { type: ['integer', 'null'] }, reports: { type: 'array', items: ref('Report') } },
        },
        Report: {
          type: 'object',
          properties: {
            ...named(reportFields),
            reportVersion: { type: 'integer' },
            qualitativeResult: { type: ['integer', 'null'], enum: [...codesOf(qualitativeResult), null] },
          },
        },
        Answer: { type: 'object', properties: { ...head, data: answer } },
        Refusal: { type: 'object', properties: { ...head, refusal: { type: ['string', 'null'], description: 'P07 to P10' } } },
      },
    },
  };
}
