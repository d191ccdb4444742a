import { sendSampleClient } from '#domain/base/sendSampleClient.ts';
import { resourceReader } from '#server/kernel/resourceRead.ts';
import { defineCall, type Call } from '#server/kernel/serve.ts';

const portion = '50';

export const sendSampleClientCalls: readonly Call[] = [
  defineCall({
    method: 'GET',
    service: 'base',
    path: 'send-sample-client/lazy-list',
    title: ['送检单位选择', 'Sending client selector'],
    permission: 'sendSampleClient_view',
    /** The first of those that fit, short, for a picker that narrows by `keyword`. */
    async handle({ db, query, user }) {
      const rows = await resourceReader(db, sendSampleClient, user, new Map()).list({ size: portion, ascs: 'clientName', ...query });
      return rows.map(({ id, clientId, clientCode, clientName, contractLaboratoryId }) => ({
        id,
        clientId,
        clientCode,
        clientName,
        contractLaboratoryId,
        hasChildren: false,
      }));
    },
  }),
  defineCall({
    method: 'GET',
    service: 'base',
    path: 'send-sample-client/listAll',
    title: ['全部送检单位(含停用)', 'All sending clients, disabled ones too'],
    permission: 'sendSampleClient_view',
    handle: ({ db, query, user }) => resourceReader(db, sendSampleClient, user, new Map()).list({ isDisable: '0,1', ...query }),
  }),
];
