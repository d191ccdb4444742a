import { z } from 'zod';
import { callsUnder, declareCalls, fileAnswer, pageShape, paging, parameters, shape, type Contract } from '#domain/kernel/contract.ts';
import type { Label } from '#domain/kernel/label.ts';
import { listParameters, rowShape } from '#domain/kernel/resourceShapes.ts';
import { operateLog } from './operateLog.ts';

/** What every log of the public flavour has; this product is one service and keeps no environment. */
const common = {
  id: z.string(),
  serviceId: z.string(),
  serverHost: z.string(),
  serverIp: z.string(),
  env: z.string(),
  method: z.string(),
  methodName: z.string(),
  requestUri: z.string(),
  remoteIp: z.string().nullable(),
  userAgent: z.string().nullable(),
  createBy: z.string(),
  createTime: z.string(),
};
const logFamily = (title: Label, permission: string, row: z.ZodObject, detail: z.ZodObject) => {
  const query = parameters('serviceId', 'serverHost', ...paging);
  return {
    'GET list': { byHand: 'publicFlavour', title, permission, query, answer: pageShape(row) },
    'GET detail': { title, permission, query: parameters('id'), answer: detail },
  } as const satisfies Readonly<Record<string, Contract>>;
};
const usual = shape({ ...common, logLevel: z.string(), logId: z.string().nullable() });
const api = shape({ ...common, type: z.string(), title: z.string() });
const error = shape({ ...common, title: z.string(), exceptionName: z.string(), fileName: z.string(), lineNumber: z.int() });

/** The three logs of the public flavour: who signed in, what people did, what clients reported of themselves. */
export const publicLogs = {
  usual: logFamily(['登录日志', 'Login log'], 'loginLog_view', usual, usual.extend({ logData: z.string(), params: z.string().nullable() })),
  api: logFamily(['操作日志', 'Operation log'], 'operateLog_view', api, api.extend({ params: z.string() })),
  error: logFamily(
    ['错误日志', 'Faults'],
    'operateLog_view',
    error,
    error.extend({ stackTrace: z.string(), message: z.string(), params: z.string() }),
  ),
};

const { title } = operateLog;
const permission = 'operateLog_view';
// With the name of what was written.
const entry = rowShape(operateLog).extend({ subjectName: z.string() });

/** The operation log with names in place of ids. */
export const operateLogContracts = declareCalls({
  'GET log/operate-log/page': { title, permission, query: listParameters(operateLog), answer: pageShape(entry) },
  'GET log/operate-log/detail': {
    title,
    permission,
    query: parameters('id', 'operateLogId'),
    answer: entry.extend({ names: z.record(z.string(), z.record(z.string(), z.string())) }),
  },
  'GET log/operate-log/page/export': { title, permission, query: listParameters(operateLog), answer: fileAnswer },
});

export const logContracts = {
  ...callsUnder('log/usual', publicLogs.usual),
  ...callsUnder('log/api', publicLogs.api),
  ...callsUnder('log/error', publicLogs.error),
  ...operateLogContracts,
};
