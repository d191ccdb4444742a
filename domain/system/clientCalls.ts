import { z } from 'zod';
import { callsUnder, declareCalls, inQueryOrBody, isDone } from '#domain/kernel/contract.ts';
import { rowShape, savedRecord } from '#domain/kernel/resourceShapes.ts';
import { authClient } from './authClient.ts';
import { ownListCalls } from './ownListCalls.ts';

// The family writes grant types as a comma list.
export const clientReads = ownListCalls(authClient, rowShape(authClient).extend({ authorizedGrantTypes: z.string() }));
const asked = { ...inQueryOrBody('ids', 'id', 'clientId'), answer: isDone };
export const clientContracts = declareCalls({
  'POST system/client/submit': { ...savedRecord(authClient), unhashed: ['clientSecret'] },
  'POST system/client/enable': { title: ['启用应用', 'Enable clients'], permission: 'authClient_enable', ...asked },
  'POST system/client/disable': { title: ['停用应用', 'Disable clients'], permission: 'authClient_disable', ...asked },
  'POST system/client/remove': { title: ['删除应用', 'Remove clients'], permission: 'authClient_remove', ...asked },
});
export const allClientContracts = { ...callsUnder('system/client', clientReads), ...clientContracts };
